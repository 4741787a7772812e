import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  checkTools,
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  createBridge,
  createTool,
  type DialectName,
  decodeTools,
  detectDialect,
  encodeTools,
  formatToolResult,
  parseToolCalls,
} from "../src/index.ts";
import { withoutUndefined } from "../src/json/undefined.ts";

const SCHEMA = {
  type: "object",
  description: undefined,
  properties: {
    tz: { type: "string", description: undefined, enum: undefined, default: undefined, "x-unknown": undefined },
    format: undefined,
    at: {
      anyOf: [
        { type: "string", format: undefined },
        { type: "null", title: undefined },
      ],
    },
  },
  required: undefined,
  additionalProperties: undefined,
} as const;

/** Tools as programs make them: what is not known is undefined, and would not be in the JSON. */
const TOOLS = {
  anthropic: { name: "now", description: undefined, cache_control: undefined, input_schema: SCHEMA },
  "openai-chat": {
    type: "function",
    function: { name: "now", description: undefined, strict: undefined, parameters: SCHEMA },
  },
  "openai-responses": { type: "function", name: "now", description: undefined, strict: undefined, parameters: SCHEMA },
  gemini: {
    functionDeclarations: [{ name: "now", description: undefined, response: undefined, parametersJsonSchema: SCHEMA }],
  },
  mcp: { name: "now", title: undefined, annotations: undefined, outputSchema: undefined, inputSchema: SCHEMA },
};

const TARGETS: readonly DialectName[] = ["anthropic", "openai-chat", "openai-responses", "gemini", "ollama", "mcp"];

for (const [from, tool] of Object.entries(TOOLS) as [DialectName, object][])
  for (const to of TARGETS)
    describe(`undefined fields of a tool of ${from} for ${to}`, () => {
      for (const fast of [true, false])
        it(`are absent, ${fast ? "on the fast paths" : "on the reference path"}`, () => {
          const sent = convertTools([JSON.parse(JSON.stringify(tool))], { from, to, fast });
          const given = convertTools([tool as never], { from, to, fast });
          expect(given.value).toStrictEqual(sent.value);
          expect([given.losses, given.changes]).toEqual([sent.losses, sent.changes]);
        });
    });

describe("undefined fields of a tool in a request", () => {
  for (const fast of [true, false])
    it(`are absent, ${fast ? "on the fast paths" : "on the reference path"}`, () => {
      const bridge = createBridge({ client: "anthropic", provider: "openai-chat", providerModel: "gpt-5.6", fast });
      const messages = [{ role: "user", content: "What time is it?" }] as const;
      const request = { model: "claude", max_tokens: 100, messages: [...messages], tools: [TOOLS.anthropic] };
      const sent = bridge.request(JSON.parse(JSON.stringify(request)));
      const given = bridge.request(request as never);
      expect(given.value).toStrictEqual(sent.value);
      expect([given.losses, given.changes]).toEqual([sent.losses, sent.changes]);
    });
});

/** The other functions that take values of a dialect, with a value for each. */
const FUNCTIONS: Readonly<Record<string, { readonly given: unknown; readonly run: (given: never) => unknown }>> = {
  decodeTools: { given: [TOOLS.mcp], run: (given) => decodeTools(given, { from: "mcp" }) },
  encodeTools: {
    given: [createTool({ type: "function", name: "now", inputSchema: SCHEMA as never })],
    run: (given) => encodeTools(given, { to: "gemini" }).value,
  },
  checkTools: { given: [TOOLS.anthropic], run: (given) => checkTools(given, { from: "anthropic", to: "gemini" }) },
  detectDialect: {
    given: { model: "m", input: "hi", messages: undefined, contents: undefined },
    run: (given) => detectDialect(given),
  },
  convertToolChoice: {
    given: { type: "tool", name: "now", disable_parallel_tool_use: undefined },
    run: (given) => convertToolChoice(given, { from: "anthropic", to: "openai-chat" }),
  },
  convertToolCalls: {
    given: [{ type: "tool_use", id: "toolu_1", name: "now", input: { tz: undefined }, cache_control: undefined }],
    run: (given) => convertToolCalls(given, { from: "anthropic", to: "openai-chat" }),
  },
  parseToolCalls: {
    given: [{ type: "tool_use", id: "toolu_1", name: "now", input: { tz: undefined } }],
    run: (given) => parseToolCalls(given, { from: "anthropic" }),
  },
  convertToolResults: {
    given: [{ type: "tool_result", tool_use_id: "toolu_1", content: "12:00", is_error: undefined }],
    run: (given) => convertToolResults(given, { from: "anthropic", to: "gemini" }),
  },
  formatToolResult: {
    given: { id: "toolu_1", name: "now", content: { time: "12:00", zone: undefined } },
    run: (given) => formatToolResult(given, { to: "anthropic" }),
  },
  "bridge.error": {
    given: { error: { message: "busy", type: undefined, code: undefined }, request_id: undefined },
    run: (given) => createBridge({ client: "anthropic", provider: "openai-chat" }).error(503, given),
  },
};

describe("undefined fields are absent", () => {
  for (const [name, { given, run }] of Object.entries(FUNCTIONS))
    it(`for ${name}`, () => {
      expect(run(given as never)).toStrictEqual(run(JSON.parse(JSON.stringify(given)) as never));
    });
});

describe("values without undefined fields", () => {
  it("are returned as they are", () => {
    const value = { a: [1, { b: null }] };
    expect(withoutUndefined(value)).toBe(value);
  });

  it("keep what is no JSON", () => {
    const [schema, wrapped] = [z.object({ tz: z.string() }), { "~standard": {}, message: undefined }];
    const bytes = new Uint8Array(8);
    const copy = withoutUndefined({ schema, wrapped, bytes, name: undefined });
    expect(Object.keys(copy)).toEqual(["schema", "wrapped", "bytes"]);
    expect(copy.schema).toBe(schema);
    expect(copy.wrapped).toBe(wrapped);
    expect(copy.bytes).toBe(bytes);
  });

  it("may be instances of an SDK's class", () => {
    class Response {
      text = "12:00";
      usage = undefined;
    }
    expect(withoutUndefined(new Response())).toEqual({ text: "12:00" });
  });

  it("may have any key", () => {
    const copy = withoutUndefined(Object.fromEntries([["__proto__", { a: undefined, b: 1 }]]));
    expect(Object.entries(copy)).toEqual([["__proto__", { b: 1 }]]);
  });

  it("may be nested without an end", () => {
    const endless: Record<string, unknown> = { name: undefined };
    endless.self = endless;
    expect(Object.keys(withoutUndefined(endless))).toEqual(["self"]);
  });
});

it("come to an end in values that contain themselves several times", () => {
  const value: Record<string, unknown> = { absent: undefined };
  Object.assign(value, { one: value, two: [value, value], three: { value } });
  const defined = withoutUndefined(value);
  expect("absent" in defined).toBe(false);
  expect((defined.two as unknown[]).every((item) => item === defined)).toBe(true);
  expect(withoutUndefined({ ...defined, late: undefined })).not.toHaveProperty("late");
});
