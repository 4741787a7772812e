import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Example, examples } from "../sdk/examples.ts";
import { dialectOf, eventsOf, type Recording, readTraffic, streamsOf, succeeded } from "../sdk/traffic.ts";
import { CORPUS } from "../support/corpus.ts";
import { someOf } from "../support/extent.ts";
import type { Json } from "../support/json.ts";
import { haveSpecifications, type Kind, validate } from "./index.ts";

/** Whose traffic a specification speaks of. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  "openai-chat": ["openai"],
  "openai-responses": ["openai"],
  anthropic: ["anthropic", "vertex"],
  openrouter: ["openrouter"],
  gemini: ["gemini", "google", "vertex"],
  ollama: ["ollama"],
};

/** Recordings that are not as their specification says, and why. */
const UNLIKE: Readonly<Record<string, string>> = {
  "90fcadc462295254": "a hosted tool that is newer than the specification",
  "6576c3bfa515fbc4": "a hosted tool that is newer than the specification",
  "78a18d4fca4a2281": "a hosted tool that is newer than the specification",
  b2e78ccc1b0a3f39: "tools added by a system message, newer than the specification",
  "433ea9155dd21648": "a fallback block, newer than the specification",
  b7be60e65bd31066: "identifiers that were redacted to another form",
  "152df08fa8229c0d": "a thinking block that its project cut",
  "6cc851656436de2e": "another provider under OpenAI's address",
  "9c16f7fa059237c2": "written by hand",
  "55022819f94989e3": "llama.cpp under OpenAI's address",
  fa802cc7a2913f9e: "events of apply_patch that are not specified",
  "2a9ade139a74e157": "older than sequence_number",
  "1c46d5674eb91ad9": "older than sequence_number",
  "8fc480c511f4560b": "older than sequence_number",
};

const WEATHER = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const FUNCTION = { name: "get_weather", description: "The weather.", parameters: WEATHER };
const HI = { role: "user", content: "Hi" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const REQUESTS: Readonly<Record<string, Json>> = {
  "openai-chat": { model: "m", messages: [HI], tools: [{ type: "function", function: FUNCTION }] },
  "openai-responses": { model: "m", input: [HI], tools: [{ type: "function", ...FUNCTION, strict: true }] },
  anthropic: { model: "m", max_tokens: 9, messages: [HI], tools: [{ name: "get_weather", input_schema: WEATHER }] },
  openrouter: { model: "m", messages: [HI], tools: [{ type: "function", function: FUNCTION }] },
  ollama: { model: "m", messages: [HI], tools: [{ type: "function", function: FUNCTION }] },
  gemini: {
    contents: [{ role: "user", parts: [{ text: "Hi" }] }],
    tools: [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: WEATHER }] }],
  },
  mcp: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { _meta: META, name: "get_weather" } },
};

/** Bodies with one mistake each, and where it is. */
const MISTAKES: readonly (readonly [dialect: string, kind: Kind, place: string, body: Json])[] = [
  ["openai-chat", "request", "#/messages/0/role", { model: "m", messages: [{ role: "robot", content: "Hi" }] }],
  [
    "openai-chat",
    "request",
    "#/tools/0/function",
    { model: "m", messages: [HI], tools: [{ type: "function", function: {} }] },
  ],
  ["openai-chat", "response", "#/choices/0/finish_reason", within("openai-chat", "/choices/0/finish_reason", "done")],
  [
    "openai-chat",
    "event",
    "#/choices/0/delta",
    { ...chunk(), choices: [{ index: 0, delta: "Hi", finish_reason: null }] },
  ],
  ["openai-responses", "request", "#/tools/0/type", { model: "m", input: "Hi", tools: [{ type: "unheard_of" }] }],
  ["openai-responses", "request", "#/input/0", { model: "m", input: [{ type: "function_call", arguments: "{}" }] }],
  ["openai-responses", "response", "#/output/1/arguments", within("openai-responses", "/output/1/arguments", {})],
  ["openai-responses", "event", "#/type", { type: "response.unheard_of", sequence_number: 1 }],
  ["anthropic", "request", "#/tools/0/parameters", { model: "m", max_tokens: 9, messages: [HI], tools: [FUNCTION] }],
  ["anthropic", "response", "#/content/1/input", within("anthropic", "/content/1/input", "{}")],
  ["anthropic", "event", "#/delta/type", { type: "content_block_delta", index: 0, delta: { type: "unheard_of" } }],
  ["openrouter", "request", "#/messages/0/role", { model: "m", messages: [{ role: "robot", content: "Hi" }] }],
  ["ollama", "request", "#/messages/0", { model: "m", messages: [{ content: "Hi" }] }],
  ["ollama", "response", "#/message/tool_calls", within("ollama", "/message/tool_calls", {})],
  ["gemini", "request", "#/tools/0/functionDeclarations", { contents: [], tools: [{ functionDeclarations: {} }] }],
  ["gemini", "response", "#/candidates/0/finishReason", within("gemini", "/candidates/0/finishReason", "DONE")],
  ["mcp", "request", "#/params", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { _meta: META } }],
  ["mcp", "response", "#/content/0/type", { resultType: "complete", content: [{ type: "unheard_of" }] }],
];

const here = haveSpecifications();

describe.skipIf(!here)("the official specifications", () => {
  it.each(Object.keys(REQUESTS))("accept a plain request of %s, by the letter too", (dialect) => {
    expect(validate(dialect, "request", REQUESTS[dialect] as Json, { strict: true })).toEqual([]);
    expect(validate(dialect, "request", REQUESTS[dialect] as Json)).toEqual([]);
  });

  // Of Bedrock and of Google's Interactions there is none in the corpus; their SDKs judge them (test/sdk).
  it.each(Object.keys(examples).filter((dialect) => dialect in OWNERS))(
    "accept the example answers of %s",
    (dialect) => {
      const { whole, events } = examples[dialect] as Example;
      expect(validate(dialect, "response", whole)).toEqual([]);
      expect(events.flatMap((event) => validate(dialect, "event", event))).toEqual([]);
    },
  );

  it.each(MISTAKES)("find the mistake in a %s %s at %s", (dialect, kind, place, body) => {
    expect(validate(dialect, kind, body).map((error) => error.split(" ")[0])).toContain(place);
  });

  it("are held to by the letter where asked", () => {
    const { whole } = examples.anthropic as Example;
    const missing = '# Instance does not have required property "container".';
    expect(validate("anthropic", "response", whole, { strict: true })).toContain(missing);
  });

  it("have no other dialects and kinds", () => {
    expect(() => validate("mcp", "event", {})).toThrow("the specification of mcp has no event");
  });

  it.each([
    ["request", "CallToolRequest"],
    ["response", "CallToolResult"],
  ] as const)("accept MCP's own examples of a %s", (kind, name) => {
    const folder = `${CORPUS}/specs/mcp/2026-07-28/examples/${name}`;
    const bodies = readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}/${file}`, "utf8")));
    expect(bodies.flatMap((body) => validate("mcp", kind, body, { strict: true }))).toEqual([]);
  });
});

const recorded = here ? readTraffic().filter(succeeded) : [];

describe.skipIf(recorded.length === 0)("recorded traffic", () => {
  it.each(Object.keys(OWNERS))("of %s is valid by its specification", (dialect) => {
    const own = recorded.filter((recording) => specified(recording) === dialect && !(recording.id in UNLIKE));
    expect(own.length).toBeGreaterThan(10);
    for (const recording of someOf(own, 5)) expect(problems(recording), recording.id).toEqual([]);
  });

  it("deviates from its specification only where listed", () => {
    const unlike = recorded.filter(({ id }) => id in UNLIKE);
    expect(unlike.filter((recording) => problems(recording).length === 0)).toEqual([]);
    expect(unlike).toHaveLength(Object.keys(UNLIKE).length);
  });
});

function specified(recording: Recording): string | undefined {
  const dialect = recording.provider === "openrouter" ? "openrouter" : dialectOf(recording);
  const spoken = dialect === "openrouter" ? recording.api === "openai-chat" : true;
  return spoken && OWNERS[dialect]?.includes(recording.provider) ? dialect : undefined;
}

function problems(recording: Recording): string[] {
  const dialect = specified(recording);
  if (dialect === undefined) return [];
  const { request, response, streaming } = recording;
  const bodies: [Kind, Json | undefined][] = [
    ["request", typeof request?.body === "object" ? request.body : undefined],
    ["response", streaming ? undefined : response.json],
    ...streamsOf(recording)
      .flatMap(eventsOf)
      .map((event): [Kind, Json] => ["event", event]),
  ];
  return bodies.flatMap(([kind, body]) => (body == null ? [] : validate(dialect, kind, body)));
}

/** The whole answer of an example with something else at a place. */
function within(dialect: string, pointer: string, value: Json): Json {
  const whole = structuredClone((examples[dialect] as Example).whole);
  const keys = pointer.slice(1).split("/");
  const holder = keys.slice(0, -1).reduce((at, key) => (at as Record<string, Json>)[key] as Json, whole);
  (holder as Record<string, Json>)[keys.at(-1) ?? ""] = value;
  return whole;
}

function chunk(): Record<string, Json> {
  return { ...((examples["openai-chat"] as Example).events[0] as Record<string, Json>) };
}
