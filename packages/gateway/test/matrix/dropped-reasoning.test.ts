import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { type ClientDialect, connections, DIALECTS } from "./clients/index.ts";
import { useMemory } from "./harness.ts";

const harness = useMemory();

const TOOLS = ["read_file", "list_files"].map((name) => ({
  name,
  schema: { type: "object" as const, properties: { path: { type: "string" } } },
}));

/** What a client does to its history before it sends it again. */
type Drop = (body: JsonObject, replyModel: string | undefined) => JsonObject;

interface Behaviour {
  readonly client: ClientDialect;
  readonly does: string;
  readonly drop: Drop;
}

const BEHAVIOURS: readonly Behaviour[] = [
  ...DIALECTS.map((client): Behaviour => ({ client, does: "echoes everything", drop: (body) => body })),
  { client: "anthropic", does: "drops thinking of another model's name, as Claude Code", drop: dropForeignThinking },
  { client: "anthropic", does: "drops thinking", drop: (body) => withoutThinking(body) },
  { client: "gemini", does: "drops thought parts, as Gemini CLI", drop: withoutThoughts },
  { client: "gemini", does: "drops thought parts, signatures and ids", drop: withoutSignatures },
  { client: "openai-chat", does: "echoes documented fields alone", drop: documentedChat },
  { client: "openai-chat", does: "writes arguments anew, with sorted keys", drop: rewrittenArguments },
  { client: "openai-responses", does: "drops reasoning items", drop: withoutReasoningItems },
  { client: "ollama", does: "drops thinking and ids", drop: withoutOllamaThinking },
];

describe.each(BEHAVIOURS)("a client of $client that $does", (behaviour) => {
  const { client, drop } = behaviour;
  it.each(drawnProviders(BEHAVIOURS.indexOf(behaviour)))(
    "goes through a tool loop with parallel calls, with a model of $provider that requires its reasoning back (streamed: $streams)",
    async ({ provider, streams }) => {
      const connection = connections[client]({
        url: harness.url,
        fetch: (input, init) => dropping(drop, input, init),
      });
      const conversation = connection.converse({ model: modelOf(provider), streams, tools: TOOLS });
      const calls = [call("read_file", { path: "a.txt", depth: 1.5 }), call("list_files", { path: "src" })];
      harness.script(
        { tool_calls: calls, content: "Let me look." },
        { tool_calls: calls.slice(1) },
        { content: "Done." },
      );
      conversation.addUserMessage("What is here?");
      let answer = await conversation.send();
      expect(answer.calls).toHaveLength(2);
      conversation.addResults(answer.calls.map((each) => ({ call: each, text: "nothing" })));
      answer = await conversation.send();
      expect(answer.calls).toHaveLength(1);
      conversation.addResults(answer.calls.map((each) => ({ call: each, text: "something" })));
      expect((await conversation.send()).text).toBe("Done.");
      if (provider === "ollama")
        expect(harness.lastGenerateRequest().text.match(/To answer, [^(]*\(\w{12}\)/g)).toHaveLength(2);
    },
  );
});

describe("the reply's model", () => {
  for (const [row, client] of DIALECTS.entries())
    it.each(drawnProviders(row))(
      `is the one that a client of ${client} requested, from $provider (streamed: $streams)`,
      async ({ provider, streams }) => {
        const model = `${provider}/sim-1`;
        const conversation = harness.client(client).converse({ model, streams });
        conversation.addUserMessage("Hello");
        await conversation.send();
        const { text, replied } = harness.exchanges.at(-1) ?? {};
        const names = new Set(
          (await text)?.match(/"(?:model|modelVersion)":"[^"]*"/g)?.map((each) => each.split('"')[3]),
        );
        // Responses of Bedrock name no model.
        expect([...names]).toEqual(client === "bedrock" ? [] : [model]);
        expect(replied?.get("x-toolglot-target")).toBe(model);
      },
    );
});

/** All providers, unary and streamed; in the quick run a fifth of both, another one for each row. */
function drawnProviders(row: number): { readonly provider: ClientDialect; readonly streams: boolean }[] {
  return DIALECTS.flatMap((provider, column) =>
    [false, true].filter((_, kind) => isDrawn(5, row, column, kind)).map((streams) => ({ provider, streams })),
  );
}

// Of those who speak Chat, few take their reasoning back.
function modelOf(provider: ClientDialect): string {
  return `${provider}/${provider === "openai-chat" ? "deepseek-v4" : "sim"}-thinking`;
}

function call(name: string, args: JsonObject): JsonObject {
  return { name, arguments: args };
}

async function dropping(drop: Drop, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const text = await harness.exchanges.at(-1)?.text;
  const model = text === undefined ? undefined : /"(?:model|modelVersion)":"([^"]*)"/.exec(text)?.[1];
  const body = parseJson(String(init.body)) as JsonObject;
  return harness.fetch(input, { ...init, body: stringifyJson(drop(body, model)) });
}

// ── what clients drop ───────────────────────────────────────────────────────

function dropForeignThinking(body: JsonObject, replyModel: string | undefined): JsonObject {
  return replyModel === undefined || replyModel === body.model ? body : withoutThinking(body);
}

function withoutThinking(body: JsonObject): JsonObject {
  return { ...body, messages: list(body.messages).map((message) => filtered(message, "content", isNoThinking)) };
}

function isNoThinking({ type }: JsonObject): boolean {
  return type !== "thinking" && type !== "redacted_thinking";
}

function withoutThoughts(body: JsonObject): JsonObject {
  return { ...body, contents: list(body.contents).map((content) => filtered(content, "parts", isNoThought)) };
}

function isNoThought({ thought }: JsonObject): boolean {
  return thought !== true;
}

function withoutSignatures(body: JsonObject): JsonObject {
  return parseJson(
    stringifyJson(withoutThoughts(body))
      .replace(/,"thoughtSignature":"[^"]*"/g, "")
      .replace(/"thoughtSignature":"[^"]*",/g, "")
      .replace(/("function(?:Call|Response)":\{)"id":"[^"]*",/g, "$1"),
  ) as JsonObject;
}

function documentedChat(body: JsonObject): JsonObject {
  const messages = list(body.messages).map(({ role, content, tool_calls, tool_call_id }) => ({
    role,
    content: content ?? null,
    ...(tool_calls === undefined ? {} : { tool_calls: list(tool_calls).map(documentedCall) }),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
  }));
  return { ...body, messages: messages as Json };
}

function documentedCall({ id, type, function: called }: JsonObject): JsonObject {
  return { id: id ?? null, type: type ?? null, function: called ?? null };
}

function rewrittenArguments(body: JsonObject): JsonObject {
  const chat = documentedChat(body);
  const messages = list(chat.messages).map((message) =>
    message.tool_calls === undefined ? message : { ...message, tool_calls: list(message.tool_calls).map(sortedCall) },
  );
  return { ...chat, messages };
}

function sortedCall(call: JsonObject): JsonObject {
  const called = isObject(call.function) ? call.function : {};
  const args = Object.entries(JSON.parse(String(called.arguments))).sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...call, function: { ...called, arguments: JSON.stringify(Object.fromEntries(args), null, 1) } };
}

function withoutReasoningItems(body: JsonObject): JsonObject {
  return filtered(body, "input", ({ type }) => type !== "reasoning");
}

function withoutOllamaThinking(body: JsonObject): JsonObject {
  const messages = list(body.messages).map(({ thinking, tool_calls, tool_call_id, ...message }) =>
    tool_calls === undefined
      ? message
      : { ...message, tool_calls: list(tool_calls).map(({ id, ...called }) => called) },
  );
  return { ...body, messages };
}

function filtered(object: JsonObject, field: string, keeps: (item: JsonObject) => boolean): JsonObject {
  const items = object[field];
  return Array.isArray(items) ? { ...object, [field]: list(items).filter(keeps) } : object;
}

function list(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}
