import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  callsIn,
  readTranslatedStream,
  resultsIn,
  translateRequest,
  translateResponse,
} from "../known-failures/translate.ts";
import { at, DIALECTS, type DialectName, type Fields, MODELS, PAIRS } from "../known-failures/wire.ts";
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
    const { body, calls } = await translateResponse("anthropic", "openai-responses", responseWith(RESPONSES_OUTPUT));
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
      const { value } = bridge.response(answerWith(provider, id));
      const [call] = callsIn(client, historyOf(client, value));
      const again = bridge.request(resultTo(client, call?.id ?? ""));
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

describe("CLASP's translation guide, streaming tool calls", () => {
  const LINES = [
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_abc","function":{"name":"get_weather","arguments":""}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"loc"}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ation\\":"}}]}}]}',
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"SF\\"}"}}]}}]}',
  ];
  const frames = LINES.map((line) => `data: ${line}\n\n`);
  const finish = 'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n';

  it("passes each piece of its example on as it comes (DESIGN 6: incremental, not accumulated)", () => {
    const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    const written = frames.map((frame) => partials(stream.push(frame)));
    expect(written).toEqual([[], ['{"loc'], ['ation":'], ['"SF"}']]);
  });

  it("writes the events of Anthropic that it shows", async () => {
    const { bytes, calls, stop } = await readTranslatedStream("anthropic", "openai-chat", [...frames, finish]);
    const blocks = eventsOf(bytes).filter(({ type }) => String(type).startsWith("content_block"));
    expect(blocks[0]).toEqual({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_abc", name: "get_weather", input: {} },
    });
    expect(blocks.slice(1, -1).every(({ delta }) => at(delta, "type") === "input_json_delta")).toBe(true);
    expect(partials(bytes).join("")).toBe('{"location":"SF"}');
    expect(blocks.at(-1)).toEqual({ type: "content_block_stop", index: 0 });
    expect(calls).toEqual([{ id: "toolu_abc", name: "get_weather", arguments: '{"location":"SF"}' }]);
    expect(stop).toBe("tool_use");
  });

  it("reads the events of Anthropic that it shows, for every other client", async () => {
    const block = { type: "tool_use", id: "toolu_abc", name: "get_weather", input: {} };
    const shown = [
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"location":' } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '"SF"}' } },
      { type: "content_block_stop", index: 0 },
    ];
    const start = {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    };
    const end = [
      { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ];
    const stream = [start, ...shown, ...end].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    for (const client of DIALECTS) {
      if (client === "anthropic") continue;
      const { calls } = await readTranslatedStream(client, "anthropic", stream);
      expect(
        calls.map((call) => JSON.parse(call.arguments)),
        client,
      ).toEqual([{ location: "SF" }]);
    }
  });

  it("without an end, its example is a stream that was cut, and no call to run", () => {
    const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    const bytes = frames.map((frame) => stream.push(frame)).join("") + stream.end();
    expect(bytes).toContain("event: error");
    expect(bytes).not.toContain("message_stop");
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
        resultTo("openai-chat", id),
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

function responseWith(output: Json): Fields {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: "gpt-4.1",
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
  };
}

function answerWith(provider: DialectName, id: string): Fields {
  const call = { name: "get_weather", args: PARIS };
  switch (provider) {
    case "openai-responses":
      return responseWith([
        { type: "function_call", id: "fc_1", call_id: id, name: call.name, arguments: ARGUMENTS, status: "completed" },
      ]);
    case "anthropic":
      return {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [{ type: "tool_use", id, name: call.name, input: PARIS }],
        stop_reason: "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
    case "gemini":
      return {
        candidates: [{ content: { role: "model", parts: [{ functionCall: { id, ...call } }] }, finishReason: "STOP" }],
      };
    case "ollama":
      return {
        model: "m",
        created_at: "2026-08-05T08:10:56Z",
        message: {
          role: "assistant",
          content: "",
          tool_calls: [{ id, function: { name: call.name, arguments: PARIS } }],
        },
        done: true,
        done_reason: "stop",
      };
    default:
      return {
        ...CHAT_ANSWER,
        choices: [
          {
            index: 0,
            finish_reason: "tool_calls",
            message: {
              role: "assistant",
              content: null,
              tool_calls: [{ id, type: "function", function: { name: call.name, arguments: ARGUMENTS } }],
            },
          },
        ],
      };
  }
}

/** A request that holds one answer as its history. */
function historyOf(client: DialectName, response: Fields): Fields {
  if (client === "openai-responses") return { input: response.output ?? [] };
  if (client === "gemini") return { contents: [at(response, "candidates", 0, "content")] };
  if (client === "anthropic") return { messages: [{ role: "assistant", content: response.content ?? [] }] };
  return { messages: [client === "ollama" ? (response.message ?? null) : at(response, "choices", 0, "message")] };
}

/** A conversation in which one call of this id was answered. */
function resultTo(client: DialectName, id: string): Fields {
  const name = "get_weather";
  const model = MODELS[client];
  const hi = { role: "user", content: "Hi" };
  switch (client) {
    case "openai-responses":
      return {
        model,
        input: [
          hi,
          { type: "function_call", call_id: id, name, arguments: ARGUMENTS },
          { type: "function_call_output", call_id: id, output: "25" },
        ],
      };
    case "anthropic":
      return {
        model,
        max_tokens: 10,
        messages: [
          hi,
          { role: "assistant", content: [{ type: "tool_use", id, name, input: PARIS }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "25" }] },
        ],
      };
    case "gemini":
      return {
        contents: [
          { role: "user", parts: [{ text: "Hi" }] },
          { role: "model", parts: [{ functionCall: { id, name, args: PARIS } }] },
          { role: "user", parts: [{ functionResponse: { id, name, response: { output: "25" } } }] },
        ],
      };
    case "ollama":
      return {
        model,
        messages: [
          hi,
          { role: "assistant", content: "", tool_calls: [{ id, function: { name, arguments: PARIS } }] },
          { role: "tool", tool_name: name, tool_call_id: id, content: "25" },
        ],
      };
    default:
      return {
        model,
        messages: [
          hi,
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id, type: "function", function: { name, arguments: ARGUMENTS } }],
          },
          { role: "tool", tool_call_id: id, content: "25" },
        ],
      };
  }
}

function eventsOf(bytes: string): Fields[] {
  return bytes
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as Fields);
}

function partials(bytes: string): string[] {
  return eventsOf(bytes).flatMap(({ delta }) => {
    const piece = at(delta, "partial_json");
    return typeof piece === "string" ? [piece] : [];
  });
}
