import type { Bridge, Json } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { freeze } from "../support/json.ts";
import { type AgentRequest, type AgentTool, agents, declaredIn } from "./agents.ts";
import { DIALECTS, type DialectName, type Fields, MODELS } from "./dialects.ts";
import { holds } from "./runs.ts";
import { streams } from "./streams/index.ts";
import { answers, callsIn, type MadeCall } from "./wire-calls.ts";

const CLIENTS = Object.keys(agents) as DialectName[];
const WAYS = CLIENTS.flatMap((client) =>
  DIALECTS.filter((other) => other !== client).map((provider) => [client, provider] as const),
);

function requestsOf(client: DialectName): fc.Arbitrary<AgentRequest> {
  return (agents[client] as fc.Arbitrary<AgentRequest>).map((each) => ({ ...each, body: freeze(each.body) }));
}

function ask(client: DialectName, provider: DialectName, body: Json): { bridge: Bridge; value: Fields } {
  const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
  return { bridge, value: bridge.request(body).value as Fields };
}

function violations(dialect: DialectName, body: Fields): string[] {
  const addressed = dialect === "gemini" ? { ...body, model: MODELS.gemini } : body;
  return (legality[dialect]?.request(addressed) ?? []).map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}

describe.each(WAYS)("an agent of %s at %s", (client, provider) => {
  it("is understood: every tool is a function, and every call in the history is one of a function", () =>
    holds(requestsOf(client), 40, ({ body, tools, allowed }) => {
      const { value } = ask(client, provider, body);
      expect(violations(provider, value)).toEqual([]);
      const declared = declaredIn(value);
      if (allowed === undefined) expect(declared).toHaveLength(tools.length);
      expect(new Set(declared).size).toBe(declared.length);
      expect(callsIn[provider](value)).toHaveLength(ownCalls(body).length);
      expect(JSON.stringify(value)).not.toContain("defer_loading");
    }));

  it("may call no tool but those that it is allowed to", () =>
    holds(requestsOf(client), 40, ({ body, allowed }) => {
      const { value } = ask(client, provider, body);
      if (allowed === undefined) return;
      expect(callable(value).length).toBeLessThanOrEqual(allowed.length);
    }));

  it("has its calls come back in its own form, whole and in streams", () =>
    holds(fc.tuple(requestsOf(client), fc.nat()), 40, ([request, choices]) => {
      const { bridge, value } = ask(client, provider, request.body);
      const declared = declaredIn(value);
      if (declared.length === 0) return;
      const tool = request.tools[choices % request.tools.length] as AgentTool;
      const sent = sentCall(client, provider, tool, request);
      if (sent === undefined || !declared.includes(sent.name)) return;
      const input = (typeof sent.input === "string" ? JSON.parse(sent.input) : sent.input) as Fields;
      const made = [{ id: "call_9", name: sent.name, input }];
      const whole = bridge.response(answers[provider](made)).value as Fields;
      expect(violationsOf(client, whole)).toEqual([]);
      const again = createBridge({ client, provider, providerModel: MODELS[provider] });
      again.request(request.body);
      const stream = again.stream();
      const script = {
        reasoning: [],
        texts: [],
        calls: made,
        stop: "end",
        input: 1,
        output: 1,
        variants: 0,
        choices: [0],
      };
      const text = stream.push(streams[provider](script as never).body) + stream.end();
      expect((legality[client]?.stream(text) ?? []).map(({ message }) => message)).toEqual([]);
      const expected = shapeOf(tool.called("id").call);
      expect(shapeOf(callIn(whole))).toEqual(expected);
      if (client === "openai-responses") expect(shapeOf(lastItem(text))).toEqual(expected);
    }));

  it("gets its requests passed unchanged to its own provider, whatever the profile", () =>
    holds(requestsOf(client), 20, ({ body }) => {
      const { value } = createBridge({ client, provider: client, profile: "native" }).request(body);
      const [sent, came] = [body, value as Fields].map((each) => each.input ?? each.messages);
      expect(came).toEqual(sent);
    }));
});

describe.each(CLIENTS)("an agent of %s at a provider that speaks the same and cannot search for tools", (client) => {
  it("sends nothing that only a search could make sense of", () =>
    holds(requestsOf(client), 40, ({ body }) => {
      const { value } = createBridge({ client, provider: client, toolSearch: false }).request(body);
      const text = JSON.stringify(value);
      expect(violations(client, value as Fields)).toEqual([]);
      for (const word of ['"defer_loading":true', '"tool_reference"', '"tool_search_call"', '"tool_search_output"'])
        expect(text).not.toContain(word);
    }));
});

describe("a client's search for tools at a provider that speaks the same and has none", () => {
  it("comes back as the client's own call, whole and in streams", () => {
    const tools = [{ type: "tool_search", execution: "client", parameters: { type: "object", properties: {} } }];
    const ask = () => {
      const bridge = createBridge({ client: "openai-responses", provider: "openai-responses", toolSearch: false });
      bridge.request({ model: "m", input: "Hello", tools });
      return bridge;
    };
    const calls = [{ id: "call_1", name: "tool_search", input: { query: "x" } }];
    const expected = { type: "tool_search_call", execution: "client", arguments: { query: "x" } };
    expect(callIn(ask().response(answers["openai-responses"](calls)).value as Fields)).toMatchObject(expected);
    const stream = ask().stream();
    const script = { reasoning: [], texts: [], calls, stop: "end", input: 1, output: 1, variants: 0, choices: [0] };
    const text = stream.push(streams["openai-responses"](script as never).body) + stream.end();
    expect(lastItem(text)).toMatchObject(expected);
  });
});

// ── what stands where ───────────────────────────────────────────────────────

function ownCalls(body: Fields): readonly Json[] {
  if (Array.isArray(body.input))
    return body.input.filter((item: Fields) => /_call$/.test(String(item.type))) as readonly Json[];
  return (body.messages as Fields[]).flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((block: Fields) => block.type === "tool_use") : [],
  ) as readonly Json[];
}

/** The functions that a choice leaves to the model. */
function callable(value: Fields): string[] {
  const generation = value.generation_config as Fields | undefined;
  const choice = (value.tool_choice ?? generation?.tool_choice) as
    | { allowed_tools?: { tools: Json[] }; tools?: Json[] }
    | undefined;
  const config = value.toolConfig as { functionCallingConfig?: { allowedFunctionNames?: string[] } } | undefined;
  const named = choice?.allowed_tools?.tools ?? choice?.tools ?? config?.functionCallingConfig?.allowedFunctionNames;
  return named === undefined ? declaredIn(value) : named.map(String);
}

// What a call of a tool is at the provider's end is asked of the same request with one more call in it.
function sentCall(
  client: DialectName,
  provider: DialectName,
  tool: AgentTool,
  { body }: AgentRequest,
): MadeCall | undefined {
  const { call, output } = tool.called("call_7");
  const history =
    client === "openai-responses"
      ? { input: [...(body.input as Json[]), call, output] }
      : {
          messages: [
            ...(body.messages as Json[]),
            { role: "assistant", content: [call] },
            { role: "user", content: [output] },
          ],
        };
  return callsIn[provider](ask(client, provider, { ...body, ...history }).value).at(-1);
}

function violationsOf(client: DialectName, whole: Fields): string[] {
  return (legality[client]?.response(whole) ?? []).map(({ path, message }) => `${path} ${message}`);
}

function callIn(whole: Fields): Fields {
  const list = (whole.output ?? whole.content) as Fields[];
  return list.at(-1) as Fields;
}

function lastItem(text: string): Fields {
  const done = text.split("\n").filter((line) => line.startsWith("data: ") && line.includes("output_item.done"));
  return (JSON.parse((done.at(-1) ?? "").slice("data: ".length)) as { item: Fields }).item;
}

/** A call without its ids. */
function shapeOf({ id, call_id, status, caller, ...shape }: Fields): Fields {
  return shape;
}
