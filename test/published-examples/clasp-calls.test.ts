import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { callsIn, resultsIn, translateRequest, translateResponse } from "../known-failures/translate.ts";
import {
  at,
  type Call,
  type DialectName,
  type Fields,
  MODELS,
  PAIRS,
  withResponse,
  writeRequest,
} from "../known-failures/wire.ts";
import { responseObject, writeResponse } from "../known-failures/wire-responses.ts";
import { legality } from "../legal/index.ts";
import {
  convertCallId,
  convertToolChoice,
  convertTools,
  createBridge,
  formatToolResult,
  parseToolCalls,
} from "../support/dynamic.ts";
import { ARGUMENTS, CHAT_ANSWER, PARIS } from "./calls.ts";
import { CLASP_WEATHER } from "./tools.ts";

const RESPONSES_OUTPUT = [
  {
    type: "function_call",
    id: "fc_abc123",
    call_id: "fc_abc123",
    name: "get_weather",
    arguments: ARGUMENTS,
  },
];

const ANTHROPIC_ANSWER = {
  content: [{ type: "tool_use", id: "toolu_abc123", name: "get_weather", input: { location: "San Francisco" } }],
  stop_reason: "tool_use",
};

describe("CLASP's translation guide, its overview", () => {
  it("knows each concept by the name that the dialect has for it", () => {
    const result = { id: "call_abc123", name: "get_weather", content: "72°F, sunny" };
    expect(formatToolResult(result, { to: "anthropic" })).toMatchObject({ content: [{ type: "tool_result" }] });
    expect(formatToolResult(result, { to: "openai-chat" })).toMatchObject({ role: "tool" });
    expect(formatToolResult(result, { to: "openai-responses" })).toMatchObject({ type: "function_call_output" });
  });

  it.each([
    ["anthropic", "toolu_"],
    ["openai-chat", "call_"],
    ["openai-responses", "fc_"],
  ])("gives the ids of %s the prefix %s", (to, prefix) => {
    for (const id of ["toolu_xyz", "call_xyz", "fc_xyz", "xyz"]) expect(convertCallId(id, { to })).toBe(`${prefix}xyz`);
  });
});

describe("CLASP's translation guide, tool calls in answers", () => {
  it("writes a Chat response for Anthropic as the document shows it", async () => {
    const { body } = await translateResponse("anthropic", "openai-chat", CHAT_ANSWER);
    expect(body).toMatchObject(ANTHROPIC_ANSWER);
    expect(body.content).toHaveLength(1);
  });

  it("writes the output of Responses for Anthropic as the document shows it, with ids that are valid for every client", async () => {
    const { body, calls } = await translateResponse(
      "anthropic",
      "openai-responses",
      responseObject("completed", RESPONSES_OUTPUT),
    );
    expect(body).toMatchObject({
      content: [{ type: "tool_use", name: "get_weather", input: { location: "San Francisco" } }],
      stop_reason: "tool_use",
    });
    expect(convertCallId("fc_abc123", { to: "anthropic" })).toBe("toolu_abc123");
    expect(calls).toHaveLength(1);
  });

  it("reads the fragments that it shows, without what a whole answer has around them", () => {
    const call = { id: "call_abc123", name: "get_weather", arguments: ARGUMENTS };
    const { choices } = CHAT_ANSWER;
    expect(parseToolCalls({ choices: [{ message: choices[0]?.message ?? {} }] }, { from: "openai" })).toMatchObject([
      call,
    ]);
    expect(parseToolCalls({ output: RESPONSES_OUTPUT }, { from: "responses" })).toMatchObject([
      { ...call, id: "fc_abc123" },
    ]);
    expect(parseToolCalls(ANTHROPIC_ANSWER, { from: "claude" })).toMatchObject([{ ...call, id: "toolu_abc123" }]);
  });
});

describe("CLASP's translation guide, tool results in requests", () => {
  const conversation = (result: Json): Fields => ({
    model: MODELS.anthropic,
    max_tokens: 1024,
    tools: [CLASP_WEATHER],
    messages: [
      { role: "user", content: "What is the weather?" },
      { role: "assistant", content: ANTHROPIC_ANSWER.content },
      { role: "user", content: [result] },
    ],
  });
  const RESULT = { type: "tool_result", tool_use_id: "toolu_abc123", content: "72°F, sunny" };

  it("writes a result of Anthropic for Chat as the document shows it", () => {
    const { value } = translateRequest("anthropic", "openai-chat", conversation(RESULT));
    expect((value.messages as Json[]).at(-1)).toEqual({
      role: "tool",
      tool_call_id: "call_abc123",
      content: "72°F, sunny",
    });
  });

  it("writes a result of Anthropic for Responses as the document shows it, where ids need no fc_", () => {
    const { value } = translateRequest("anthropic", "openai-responses", conversation(RESULT));
    const output = (value.input as Fields[]).at(-1);
    expect(output).toMatchObject({ type: "function_call_output", output: "72°F, sunny" });
    const call = (value.input as Fields[]).find(({ type }) => type === "function_call");
    expect(output?.call_id).toBe(call?.call_id);
  });

  it("takes its fragments, in which the call that is answered is not there", () => {
    const messages = [{ role: "user", content: [RESULT] }];
    const fragment = { model: MODELS.anthropic, max_tokens: 1024, messages };
    const chat = createBridge({ client: "anthropic", provider: "openai-chat" }).request(fragment);
    expect(chat.value.messages).toEqual([{ role: "tool", tool_call_id: "call_abc123", content: "72°F, sunny" }]);
    const responses = createBridge({ client: "anthropic", provider: "openai-responses" }).request(fragment);
    expect(responses.value.input).toMatchObject([{ type: "function_call_output", output: "72°F, sunny" }]);
  });
});

describe("CLASP's translation guide, the table of ids", () => {
  const table: readonly (readonly [id: string, to: string, expected: string])[] = [
    ["toolu_xyz", "openai-chat", "call_xyz"],
    ["toolu_xyz", "openai-responses", "fc_xyz"],
    ["call_xyz", "anthropic", "toolu_xyz"],
    ["call_xyz", "openai-responses", "fc_xyz"],
    ["fc_xyz", "anthropic", "toolu_xyz"],
  ];

  it.each(table)("%s for %s is %s", (id, to, expected) => {
    expect(convertCallId(id, { to })).toBe(expected);
  });

  it.each([
    ["call_1", "fc_1"],
    ["toolu_1", "fc_1"],
    ["fc_1", "fc_1"],
    ["other", "fc_other"],
  ])("its function makes %s into %s for Responses", (id, expected) => {
    expect(convertCallId(id, { to: "openai-responses" })).toBe(expected);
  });

  it.each(PAIRS)("and in a bridge from %s to %s they come back as they went", (client, provider) => {
    const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
    const ids = ["call_xyz", "toolu_xyz", "fc_xyz"];
    for (const id of ids) {
      const { value } = bridge.response(responseWithCall(provider, id));
      const [call] = callsIn(client, withResponse(client, {}, value as Fields));
      const again = bridge.request(answered(client, call?.id ?? ""));
      expect(callsIn(provider, again.value)[0]?.id, id).toBe(id);
      expect(resultsIn(provider, again.value)[0]?.id, id).toBe(id);
    }
  });
});

describe("CLASP's translation guide, tool choice", () => {
  const table: readonly (readonly [anthropic: Json, chat: Json, responses: Json])[] = [
    [{ type: "auto" }, "auto", "auto"],
    [{ type: "any" }, "required", "required"],
    [{ type: "none" }, "none", "none"],
    // The table says "Same"; Responses is flat (DESIGN 6).
    [
      { type: "tool", name: "X" },
      { type: "function", function: { name: "X" } },
      { type: "function", name: "X" },
    ],
  ];

  it.each(table)("%j is %j for Chat and %j for Responses", (anthropic, chat, responses) => {
    expect(convertToolChoice(anthropic, { from: "anthropic", to: "openai" })).toMatchObject({
      value: chat,
      losses: [],
    });
    expect(convertToolChoice(anthropic, { from: "anthropic", to: "responses" })).toMatchObject({
      value: responses,
      losses: [],
    });
  });

  it.each(table)("%j comes back from Chat's %j and Responses' %j", (anthropic, chat, responses) => {
    expect(convertToolChoice(chat, { from: "openai", to: "anthropic" }).value).toEqual(anthropic);
    expect(convertToolChoice(responses, { from: "responses", to: "anthropic" }).value).toEqual(anthropic);
  });
});

describe("CLASP's translation guide, common issues", () => {
  it("1: optional parameters are not required under lenient, and strict is off", () => {
    const { value } = createBridge({ client: "anthropic", provider: "openai-chat", profile: "lenient" }).request({
      model: MODELS.anthropic,
      max_tokens: 10,
      tools: [CLASP_WEATHER],
      messages: [{ role: "user", content: "Hi" }],
    });
    expect(value.tools).toMatchObject([{ function: { strict: false, parameters: { required: ["location"] } } }]);
  });

  it("2: ids of other dialects are legal for Responses", () => {
    for (const id of ["call_abc", "toolu_abc"]) {
      const { value } = createBridge({ client: "openai-chat", provider: "openai-responses" }).request(
        answered("openai-chat", id),
      );
      expect(legality["openai-responses"]?.request(value)).toEqual([]);
    }
  });

  it("3: arguments that are encoded twice, or parsed before, are normalised", async () => {
    const once = { location: "San Francisco" };
    for (const given of [ARGUMENTS, JSON.stringify(ARGUMENTS), once] as Json[]) {
      const message = {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: given } }],
      };
      const response = { ...CHAT_ANSWER, choices: [{ index: 0, finish_reason: "tool_calls", message }] };
      const { body } = await translateResponse("anthropic", "openai-chat", response);
      expect(body.content).toMatchObject([{ input: once }]);
      const { body: responses } = await translateResponse("openai-responses", "openai-chat", response);
      expect(JSON.parse(String(at(responses.output, 0, "arguments")))).toEqual(once);
    }
  });

  it("4: formats that are not supported are removed under lenient", () => {
    const tool = {
      name: "open",
      input_schema: { type: "object", properties: { url: { type: "string", format: "uri" } } },
    };
    const { value } = convertTools([tool], { from: "anthropic", to: "openai", profile: "lenient" });
    expect(JSON.stringify(value)).not.toContain("format");
  });
});

function weatherCall(id: string): Call {
  return { id, name: "get_weather", arguments: ARGUMENTS };
}

/** A response with one call, whose id is as the document has it for every provider. */
function responseWithCall(provider: DialectName, id: string): Fields {
  const response = writeResponse(provider, { calls: [weatherCall(id)] });
  if (provider !== "anthropic") return response;
  return { ...response, content: [{ type: "tool_use", id, name: "get_weather", input: PARIS }] };
}

/** A conversation in which one call of this id was answered. */
function answered(client: DialectName, id: string): Fields {
  const results = [{ id, name: "get_weather", content: "25" }];
  return writeRequest(client, { turns: [{ user: "Hi" }, { assistant: { calls: [weatherCall(id)] } }, { results }] });
}
