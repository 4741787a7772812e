import { Validator } from "@cfworker/json-schema";
import type { JsonObject } from "@toolglot/core";
import { expect, it } from "vitest";
import type { ClientDialect, Conversation, ConversationOptions, Result } from "./clients/index.ts";
import { callIn, plain, useMemory } from "./harness.ts";
import { describePairs } from "./pairs.ts";

const harness = useMemory();

const EMPTY = { type: "object" as const, properties: {} };
const TOOLS = [
  { name: "get_weather", schema: EMPTY },
  { name: "get_time", schema: EMPTY },
];

/** One pixel. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const SYSTEM = "Answer like a pirate.";

/** Where the provider of a dialect finds what holds for the whole conversation. */
const SYSTEM_IN: Readonly<Record<ClientDialect, (body: JsonObject) => unknown>> = {
  "openai-chat": ({ messages }) => messages,
  "openai-responses": ({ instructions, input }) => [instructions, input],
  anthropic: ({ system }) => system,
  gemini: ({ systemInstruction }) => systemInstruction,
  "gemini-interactions": ({ system_instruction }) => system_instruction,
  ollama: ({ messages }) => messages,
  bedrock: ({ system }) => system,
};

/** How each dialect marks the result of a failed tool. */
const FAILED: Readonly<Record<ClientDialect, RegExp>> = {
  "openai-chat": /"role":"tool",[^}]*"\[Error\] no such city"/,
  "openai-responses": /"(?:output|text)":"\[Error\] no such city"/,
  anthropic: /"is_error":true/,
  gemini: /"response":\{"error":"no such city"\}/,
  "gemini-interactions": /"is_error":true/,
  ollama: /"\[Error\] no such city"/,
  bedrock: /"status":"error"/,
};

const STRICT: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string" },
    size: { type: "string", enum: ["small", "large"] },
    tags: { type: "array", items: { type: "string" } },
    place: {
      type: "object",
      properties: { latitude: { type: "number" } },
      required: ["latitude"],
      additionalProperties: false,
    },
  },
  required: ["name", "size", "tags", "place"],
  additionalProperties: false,
};

const LOOSE: JsonObject = {
  type: "object",
  properties: {
    count: { type: "integer" },
    scores: { type: "object", additionalProperties: { type: "number" } },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2, items: false },
    kind: { const: "report" },
    note: { type: "string" },
  },
  required: ["count", "scores", "pair", "kind"],
};

describePairs(({ client, provider, streams }) => {
  const converse = (more: Partial<ConversationOptions> = {}): Conversation =>
    harness.client(client).converse({ model: `${provider}/sim-1`, streams, ...more });
  const { features: says } = harness.client(client);

  const called = async (conversation: Conversation, result: Omit<Result, "call">): Promise<string> => {
    conversation.addUserMessage("How is the weather?");
    conversation.addResults([{ call: callIn(await conversation.send()), ...result }]);
    return (await conversation.send()).text;
  };

  it("passes the system message", async () => {
    const conversation = converse({ system: SYSTEM });
    conversation.addUserMessage("Hello");
    await conversation.send();
    expect(JSON.stringify(SYSTEM_IN[provider](harness.lastGenerateRequest().body))).toContain(SYSTEM);
    expect(harness.lastGenerateRequest().text.split(SYSTEM)).toHaveLength(2);
  });

  it("passes the user's images", async () => {
    const conversation = converse();
    conversation.addUserMessage("What is this?", PICTURE);
    expect((await conversation.send()).text).toContain("What is this?");
    expect(harness.lastGenerateRequest().text.split(PICTURE)).toHaveLength(2);
  });

  if (says.picturesInResults)
    it("passes images in results", async () => {
      const text = await called(converse({ tools: TOOLS }), { text: "as in this picture", picture: PICTURE });
      expect(text).toContain("as in this picture");
      expect(harness.lastGenerateRequest().text.split(PICTURE)).toHaveLength(2);
    });

  it("reports that a tool failed", async () => {
    expect(await called(converse({ tools: TOOLS }), { text: "no such city", failed: true })).toContain("no such city");
    if (says.failed) expect(harness.lastGenerateRequest().text).toMatch(FAILED[provider]);
  });

  if (says.choice)
    it("calls the tool that the client chose", async () => {
      const conversation = converse({ tools: TOOLS, choice: { name: "get_time" } });
      conversation.addUserMessage("Hello");
      const { calls } = await conversation.send();
      expect(calls.map(({ name }) => name)).toEqual(["get_time"]);
      expect(losses().includes(CHOICE[client])).toBe(provider === "ollama");
    });

  if (says.choice)
    it("calls a tool if the choice is required", async () => {
      const conversation = converse({ tools: TOOLS, choice: "required" });
      conversation.addUserMessage("Hello");
      expect((await conversation.send()).calls).toHaveLength(1);
      expect(losses().includes(CHOICE[client])).toBe(provider === "ollama");
    });

  if (says.choice)
    it("calls no tool if the choice is none", async () => {
      const conversation = converse({ tools: TOOLS, choice: "none" });
      conversation.addUserMessage("Hello");
      expect(await conversation.send()).toMatchObject({ calls: [], text: expect.stringContaining("Hello") });
    });

  it("responds in the client's format", async () => {
    for (const format of [
      { schema: STRICT, strict: true },
      { schema: LOOSE, strict: false },
    ]) {
      const conversation = converse({ format });
      conversation.addUserMessage("Hello");
      const { text } = await conversation.send();
      expect({ text, ...new Validator(format.schema, "2020-12").validate(plain(text)) }).toMatchObject({ valid: true });
    }
  });

  it("responds in the client's format after calls, too", async () => {
    const text = await called(converse({ tools: TOOLS, format: { schema: STRICT, strict: true } }), { text: "sunny" });
    expect({ text, ...new Validator(STRICT, "2020-12").validate(plain(text)) }).toMatchObject({ valid: true });
  });

  it("keeps numbers to the digit", async () => {
    const conversation = converse({ tools: [{ name: "get_order", schema: { ...EMPTY, properties: { id: {} } } }] });
    conversation.addUserMessage("Where is my order?");
    harness.script({ tool_calls: [{ name: "get_order", arguments: `{"id":${EXACT},"price":1.10}` }] });
    const call = callIn(await conversation.send());
    expect(unescaped(await heard())).toMatch(ORDER);
    conversation.addResults([{ call, text: `{"order":${EXACT}}` }]);
    await conversation.send();
    expect(unescaped(harness.lastGenerateRequest().text)).toContain(`{"order":${EXACT}}`);
    const again = await harness.repeat((body) =>
      body.replaceAll(ROUNDED, EXACT).replace(/"price\\?":1.1}/, (text) => text.replace("}", "0}")),
    );
    expect(again.status).toBe(200);
    expect(unescaped(harness.lastGenerateRequest().text)).toMatch(ORDER);
  });
});

/** Beyond what a double can hold; SDKs that parse it have the other. */
const EXACT = "9007199254740993";
const ROUNDED = "9007199254740992";
const ORDER = /"id": ?9007199254740993,"price": ?1.10}/;

/** Where a client chooses a tool. */
const CHOICE: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": "/tool_choice",
  "openai-responses": "/tool_choice",
  anthropic: "/tool_choice",
  gemini: "/toolConfig",
  "gemini-interactions": "/generation_config/tool_choice",
  ollama: "",
  bedrock: "/toolConfig/toolChoice",
};

/** The paths of what was lost of the last request, and of its answer where that came whole. */
function losses(): string[] {
  const [, paths = ""] = harness.exchanges.at(-1)?.replied.get("x-toolglot-losses")?.split("; ") ?? [];
  return paths.split(", ");
}

/** What the client got last, and after it the arguments of a call that came in pieces. */
async function heard(): Promise<string> {
  const text = (await harness.exchanges.at(-1)?.text) ?? "";
  const pieces = text.matchAll(/"(?:arguments|partial_json|input)":("(?:[^"\\]|\\.)*")/g);
  return text + [...pieces].map(([, piece = '""']) => JSON.parse(piece)).join("");
}

/** JSON in which texts that hold JSON stand as what they hold. */
function unescaped(text: string): string {
  return text.replaceAll('\\"', '"');
}
