import { createBridge, type Json, parseToolCalls } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  callsIn,
  comparableCalls,
  readTranslatedStream,
  TOOL_FINISH_REASON,
  translateRequest,
  translateResponse,
} from "./translate.ts";
import {
  ANTHROPIC_START,
  anthropicEnd,
  at,
  blockEvents,
  CHAT_START,
  callEvents,
  chatCall,
  chatCalls,
  chatEnd,
  chatFrame,
  completion,
  DIALECTS,
  event,
  type Fields,
  geminiChunk,
  numbered,
  OSLO,
  PAIRS,
  PARIS,
  responseObject,
  TIME,
  toolBlock,
  WEATHER,
  writeRequest,
  writeResponse,
  writeStream,
} from "./wire.ts";

const BOTH = [PARIS, OSLO];
const CHATS = ["openai-chat", "openrouter"] as const;

describe("1: parallel calls neither collapse nor swap their arguments", () => {
  it.each(PAIRS)("for a client of %s, in a whole answer of %s", async (client, provider) => {
    const read = await translateResponse(
      client,
      provider,
      writeResponse(provider, { text: "Let me see.", calls: BOTH }),
    );
    expect(comparableCalls(read.calls)).toEqual(comparableCalls(BOTH));
    expect(read.text).toBe("Let me see.");
    expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
  });

  it.each(PAIRS)("for a client of %s, in a stream of %s", async (client, provider) => {
    const read = await readTranslatedStream(
      client,
      provider,
      writeStream(provider, { text: "Let me see.", calls: BOTH }),
    );
    expect(comparableCalls(read.calls)).toEqual(comparableCalls(BOTH));
    expect(read.text).toBe("Let me see.");
    expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
  });

  const opened = chatCalls(...BOTH.map((call, index) => ({ index, ...chatCall({ ...call, arguments: "" }) })));
  const piece = (index: number, text: string) => chatCalls({ index, function: { arguments: text } });
  const interleaved = [
    CHAT_START,
    opened,
    ...[
      piece(0, '{"ci'),
      piece(1, '{"city"'),
      piece(0, 'ty":"Par'),
      piece(1, ':"Os'),
      piece(0, 'is"}'),
      piece(1, 'lo"}'),
    ],
    ...chatEnd("tool_calls"),
  ];

  describe.each(DIALECTS)("for a client of %s", (client) => {
    it.each(CHATS.filter((provider) => provider !== client))("when %s interleaves them", async (provider) => {
      expect(comparableCalls((await readTranslatedStream(client, provider, interleaved)).calls)).toEqual(
        comparableCalls(BOTH),
      );
    });

    it.each(CHATS.filter((provider) => provider !== client))("when %s sends both in one delta", async (provider) => {
      const whole = [CHAT_START, chatCalls(...BOTH.map((call, index) => ({ index, ...chatCall(call) })))];
      expect(
        comparableCalls((await readTranslatedStream(client, provider, [...whole, ...chatEnd("tool_calls")])).calls),
      ).toEqual(comparableCalls(BOTH));
    });

    it.each(CHATS.filter((provider) => provider !== client))("when %s numbers each of them 0", async (provider) => {
      const reset = [CHAT_START, ...BOTH.map((call) => chatCalls({ index: 0, ...chatCall(call) }))];
      expect(
        comparableCalls((await readTranslatedStream(client, provider, [...reset, ...chatEnd("tool_calls")])).calls),
      ).toEqual(comparableCalls(BOTH));
    });
  });

  it.each(DIALECTS.filter((client) => client !== "openai-responses"))(
    "for a client of %s, when the items of a Responses stream overlap",
    async (client) => {
      const [paris, oslo] = BOTH.map((call, index) => callEvents(call, index, `fc_${index}`));
      const woven = (paris ?? []).flatMap((each, index) => [each, oslo?.[index] ?? each]);
      const output = BOTH.map(({ id, name, arguments: text }, index) => ({
        type: "function_call",
        id: `fc_${index}`,
        call_id: id,
        name,
        arguments: text,
        status: "completed",
      }));
      const stream = numbered([
        { type: "response.created", response: responseObject("in_progress", []) },
        ...woven,
        { type: "response.completed", response: responseObject("completed", output) },
      ]);
      expect(comparableCalls((await readTranslatedStream(client, "openai-responses", stream)).calls)).toEqual(
        comparableCalls(BOTH),
      );
    },
  );
});

describe("27: ids and indexes that are missing or inconsistent", () => {
  const [id, name] = [PARIS.id, PARIS.name];
  const end = chatEnd("tool_calls");
  const args = (text: string, fields: Fields = {}) => chatCalls({ index: 0, function: { arguments: text }, ...fields });
  const head = (fields: Fields) => chatCalls({ index: 0, ...chatCall({ ...PARIS, arguments: "" }), ...fields });
  const rows: readonly (readonly [name: string, deltas: readonly string[]])[] = [
    ["the id is said in the first delta alone", [head({}), args('{"city":'), args('"Paris"}')]],
    ["the id is repeated", [head({}), args('{"city":', { id }), args('"Paris"}', { id })]],
    ["the id is empty from then on", [head({}), args('{"city":', { id: "" }), args('"Paris"}', { id: "" })]],
    ["the id never comes", [head({ id: null }), args('{"city":'), args('"Paris"}')]],
    ["the index is missing", [chatCalls(chatCall(PARIS))]],
    ["the index begins at 1", [chatCalls({ index: 1, ...chatCall(PARIS) })]],
    ["the type is missing", [chatCalls({ index: 0, id, function: { name, arguments: PARIS.arguments } })]],
    [
      "the name is repeated",
      [head({}), chatCalls({ index: 0, function: { name, arguments: '{"city":' } }), args('"Paris"}')],
    ],
  ];

  describe.each(DIALECTS.filter((client) => client !== "openai-chat"))("for a client of %s", (client) => {
    it.each(rows)("%s", async (_, deltas) => {
      const read = await readTranslatedStream(client, "openai-chat", [CHAT_START, ...deltas, ...end]);
      expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS]));
      expect(read.calls[0]?.id ?? (client === "gemini" ? "optional" : "")).not.toBe("");
    });
  });
});

describe("30: a placeholder {} is not put before the arguments", () => {
  const filled = [
    CHAT_START,
    chatCalls({ index: 0, ...chatCall({ ...PARIS, arguments: "{}" }) }),
    chatCalls({ index: 0, function: { arguments: PARIS.arguments } }),
    ...chatEnd("tool_calls"),
  ];

  it.each(DIALECTS.filter((client) => client !== "openai-chat"))("for a client of %s", async (client) => {
    expect(comparableCalls((await readTranslatedStream(client, "openai-chat", filled)).calls)).toEqual(
      comparableCalls([PARIS]),
    );
  });

  it.each(DIALECTS.filter((client) => client !== "anthropic"))(
    "of Anthropic's start, for a client of %s",
    async (client) => {
      const { calls } = await readTranslatedStream(client, "anthropic", writeStream("anthropic", { calls: [PARIS] }));
      expect(calls.map((call) => call.arguments.replaceAll(" ", ""))).toEqual([PARIS.arguments]);
    },
  );

  it("and Anthropic clients always get it with the start of a call", async () => {
    for (const provider of DIALECTS) {
      if (provider === "anthropic") continue;
      const { bytes } = await readTranslatedStream("anthropic", provider, writeStream(provider, { calls: BOTH }));
      const starts = bytes.split("\n").filter((line) => line.startsWith('data: {"type":"content_block_start"'));
      expect(starts).toHaveLength(2);
      for (const line of starts) expect(line).toContain('"input":{}');
    }
  });

  it.each(PAIRS)("for a client of %s, a call of %s without arguments has {}", async (client, provider) => {
    const none = { ...PARIS, arguments: "{}" };
    const read = await readTranslatedStream(client, provider, writeStream(provider, { calls: [none] }));
    expect(comparableCalls(read.calls)).toEqual([{ name: "get_weather", input: {} }]);
    expect(
      comparableCalls((await translateResponse(client, provider, writeResponse(provider, { calls: [none] }))).calls),
    ).toEqual([{ name: "get_weather", input: {} }]);
  });

  it("and no arguments at all are {} too", async () => {
    const empty = chatCalls({ index: 0, ...chatCall({ ...PARIS, arguments: "" }) });
    for (const client of DIALECTS) {
      if (client === "openai-chat") continue;
      const read = await readTranslatedStream(client, "openai-chat", [CHAT_START, empty, ...chatEnd("tool_calls")]);
      expect(comparableCalls(read.calls)).toEqual([{ name: "get_weather", input: {} }]);
    }
  });
});

const SCHEMA = {
  type: "object",
  properties: {
    tags: { type: "array", items: { type: "string" } },
    filter: { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } } },
    note: { type: "string" },
  },
};
const TAGGED: Json = { name: "tag", inputSchema: SCHEMA };

describe("31: arrays and objects that a model encoded as JSON twice", () => {
  const wrong = { tags: '["a","b"]', filter: '{"ids":"[1,2]"}', note: '["a text"]' };
  const right = { tags: ["a", "b"], filter: { ids: [1, 2] }, note: '["a text"]' };
  const call = { id: "call_1", name: "tag", arguments: JSON.stringify(wrong) };

  it.each(PAIRS)("are converted for a client of %s, as the schema from %s requires", async (client, provider) => {
    const request = writeRequest(client, { tools: [TAGGED], turns: [{ user: "Tag." }] });
    const read = await translateResponse(client, provider, writeResponse(provider, { calls: [call] }), request);
    expect(comparableCalls(read.calls)).toEqual([{ name: "tag", input: right }]);
  });

  it.each(PAIRS)("are put right for a client of %s in a stream of %s too", async (client, provider) => {
    const request = writeRequest(client, { tools: [TAGGED], turns: [{ user: "Tag." }] });
    const read = await readTranslatedStream(client, provider, writeStream(provider, { calls: [call] }), request);
    expect(comparableCalls(read.calls)).toEqual([{ name: "tag", input: right }]);
  });

  it("all of the arguments as one text", async () => {
    const double = { ...PARIS, arguments: JSON.stringify(PARIS.arguments) };
    const whole = completion({ role: "assistant", content: null, tool_calls: [chatCall(double)] }, "tool_calls");
    const stream = [CHAT_START, chatCalls({ index: 0, ...chatCall(double) }), ...chatEnd("tool_calls")];
    for (const client of DIALECTS) {
      if (client === "openai-chat") continue;
      expect(comparableCalls((await translateResponse(client, "openai-chat", whole)).calls)).toEqual(
        comparableCalls([PARIS]),
      );
      expect(comparableCalls((await readTranslatedStream(client, "openai-chat", stream)).calls)).toEqual(
        comparableCalls([PARIS]),
      );
    }
  });

  it.each(PAIRS)("history of %s is not put into JSON once more for %s", (client, provider) => {
    const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }, { results: [{ ...PARIS, content: "Sun" }] }];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: [WEATHER], turns }));
    expect(comparableCalls(callsIn(provider, value))).toEqual(comparableCalls([PARIS]));
  });
});

describe("32: nothing is repaired that is not broken, and nothing broken is made up", () => {
  const odd = '{ "a" : "it\'s, ok: {x}", "b":[1,2]}';

  it.each(PAIRS)("valid arguments reach a client of %s from %s as they are", async (client, provider) => {
    const call = { ...PARIS, arguments: odd };
    expect(
      comparableCalls((await translateResponse(client, provider, writeResponse(provider, { calls: [call] }))).calls),
    ).toEqual(comparableCalls([call]));
    expect(
      comparableCalls((await readTranslatedStream(client, provider, writeStream(provider, { calls: [call] }))).calls),
    ).toEqual(comparableCalls([call]));
  });

  it("valid arguments keep their spelling where both ends send text", async () => {
    const call = { ...PARIS, arguments: odd };
    const whole = await translateResponse(
      "openai-responses",
      "openai-chat",
      writeResponse("openai-chat", { calls: [call] }),
    );
    expect(whole.calls[0]?.arguments).toBe(odd);
    const stream = await readTranslatedStream(
      "openai-responses",
      "openai-chat",
      writeStream("openai-chat", { calls: [call] }),
    );
    expect(stream.calls[0]?.arguments).toBe(odd);
  });

  const malformed = { ...PARIS, arguments: '{"city": Paris' };
  const spoilt = completion({ role: "assistant", content: null, tool_calls: [chatCall(malformed)] }, "tool_calls");

  it.each(DIALECTS.filter((client) => client !== "openai-chat"))(
    "malformed arguments are not {} for a client of %s",
    async (client) => {
      const { value, losses } = createBridge({ client, provider: "openai-chat" }).response(spoilt);
      expect(JSON.stringify(value)).toContain(JSON.stringify(JSON.stringify("Paris")).slice(3, -3));
      expect(JSON.stringify(value)).not.toMatch(/"(?:input|args|arguments)":(?:\{\}|"\{\}")/);
      expect(losses).toMatchObject([{ code: "invalid-arguments" }]);
    },
  );

  it("parseToolCalls distinguishes malformed arguments from none", () => {
    expect(parseToolCalls(spoilt, { from: "openai-chat" })).toEqual([
      {
        id: PARIS.id,
        name: PARIS.name,
        arguments: malformed.arguments,
        input: undefined,
        raw: malformed.arguments,
        problem: "invalid-json",
      },
    ]);
  });

  it("malformed arguments in a client's history are sent unchanged, or under a name that marks them", () => {
    const turns = [{ user: "Hi" }];
    const request = writeRequest("openai-chat", { tools: [WEATHER], turns });
    const history = [
      ...(request.messages as Json[]),
      { role: "assistant", content: null, tool_calls: [chatCall(malformed)] },
      { role: "tool", tool_call_id: PARIS.id, content: "Not valid" },
    ];
    for (const provider of DIALECTS) {
      if (provider === "openai-chat" || provider === "openrouter") continue;
      const { value } = translateRequest("openai-chat", provider, { ...request, messages: history });
      const [call] = callsIn(provider, value);
      const written =
        provider === "openai-responses" ? call?.arguments : at(JSON.parse(call?.arguments ?? ""), "INVALID_JSON");
      expect(written).toBe(malformed.arguments);
    }
  });

  it.each(DIALECTS.filter((client) => client !== "openai-chat"))(
    "a call that the length cut is no call to run for a client of %s",
    async (client) => {
      const cut = { ...PARIS, arguments: '{"city":"Par' };
      const whole = completion({ role: "assistant", content: null, tool_calls: [chatCall(cut)] }, "length");
      const read = await translateResponse(client, "openai-chat", whole);
      expect(read.stop).not.toBe(
        client === "openai-responses" || client === "gemini" ? "completed" : TOOL_FINISH_REASON[client],
      );
      expect(read.calls).toEqual([]);
      const stream = await readTranslatedStream(client, "openai-chat", [
        CHAT_START,
        chatFrame({ content: "Well" }),
        chatCalls({ index: 0, ...chatCall(cut) }),
        ...chatEnd("length"),
      ]);
      expect(stream.stop).not.toBe(TOOL_FINISH_REASON[client]);
      if (client === "gemini" || client === "ollama") expect(stream.calls).toEqual([]);
    },
  );
});

describe("33: a response with calls has the finish reason for calls, whatever the provider sent", () => {
  const rows: readonly (readonly [provider: (typeof DIALECTS)[number], whole: Fields, stream: readonly string[]])[] = [
    [
      "openai-chat",
      completion({ role: "assistant", content: null, tool_calls: [chatCall(PARIS)] }, "stop"),
      [CHAT_START, chatCalls({ index: 0, ...chatCall(PARIS) }), ...chatEnd("stop")],
    ],
    [
      "openrouter",
      completion({ role: "assistant", content: null, tool_calls: [chatCall(PARIS)] }, "stop"),
      [CHAT_START, chatCalls({ index: 0, ...chatCall(PARIS) }), ...chatEnd("stop")],
    ],
    [
      "anthropic",
      { ...writeResponse("anthropic", { calls: [PARIS] }), stop_reason: "end_turn" },
      [
        ANTHROPIC_START,
        ...blockEvents(0, toolBlock(PARIS), [{ type: "input_json_delta", partial_json: PARIS.arguments }]),
        ...anthropicEnd("end_turn"),
      ].map(event),
    ],
    ["gemini", writeResponse("gemini", { calls: [PARIS] }), writeStream("gemini", { calls: [PARIS] })],
    ["ollama", writeResponse("ollama", { calls: [PARIS] }), writeStream("ollama", { calls: [PARIS] })],
    [
      "openai-responses",
      writeResponse("openai-responses", { calls: [PARIS] }),
      writeStream("openai-responses", { calls: [PARIS] }),
    ],
  ];

  describe.each(rows)("%s", (provider, whole, stream) => {
    it.each(DIALECTS.filter((client) => client !== provider))("to a client of %s", async (client) => {
      expect((await translateResponse(client, provider, whole)).stop).toBe(TOOL_FINISH_REASON[client]);
      expect((await readTranslatedStream(client, provider, stream)).stop).toBe(TOOL_FINISH_REASON[client]);
    });
  });

  it("and a response without calls does not, whatever the provider sent", async () => {
    const whole = completion({ role: "assistant", content: "Hi", tool_calls: [] }, "tool_calls");
    const stream = [CHAT_START, chatFrame({ content: "Hi" }), ...chatEnd("tool_calls")];
    expect((await translateResponse("anthropic", "openai-chat", whole)).stop).toBe("end_turn");
    expect((await readTranslatedStream("anthropic", "openai-chat", stream)).stop).toBe("end_turn");
  });
});

describe("36: blocks are numbered from 0 without gaps", () => {
  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("in what %s streams", async (provider) => {
    const { bytes } = await readTranslatedStream(
      "anthropic",
      provider,
      writeStream(provider, { text: "Now:", calls: BOTH }),
    );
    const starts = [...bytes.matchAll(/"type":"content_block_start","index":(\d+)/g)].map(([, index]) => Number(index));
    expect(starts).toEqual([0, 1, 2]);
  });

  it("where parts that the client cannot be shown stand between", async () => {
    const code = { executableCode: { language: "PYTHON", code: "1" } };
    const output = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } };
    const stream = [
      geminiChunk([{ text: "See" }, code]),
      geminiChunk([output, { text: "so" }]),
      geminiChunk([{ functionCall: { name: "get_time", args: {} } }], { finishReason: "STOP" }),
    ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    for (const client of ["anthropic", "openai-responses", "openai-chat", "ollama"] as const) {
      const read = await readTranslatedStream(client, "gemini", stream);
      expect(comparableCalls(read.calls)).toEqual([{ name: "get_time", input: {} }]);
      expect(read.text.replaceAll("\n", "")).toMatch(/See.*so/);
    }
  });
});

describe("text after a call, which has no form of its own in some dialects", () => {
  it.each(DIALECTS.filter((client) => client !== "anthropic"))("is kept for a client of %s", async (client) => {
    const text = (message: string) => ({ type: "text", text: message });
    const content = [text("Before."), { ...toolBlock(PARIS), input: { city: "Paris" } }, text("After.")];
    const read = await translateResponse(client, "anthropic", {
      ...writeResponse("anthropic", { calls: [PARIS] }),
      content,
    });
    expect(read.text.replaceAll("\n", "")).toBe("Before.After.");
    expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS]));
    const block = (index: number, message: string) =>
      blockEvents(index, { type: "text", text: "" }, [{ type: "text_delta", text: message }]);
    const stream = [
      ANTHROPIC_START,
      ...block(0, "Before."),
      ...blockEvents(1, toolBlock(PARIS), [{ type: "input_json_delta", partial_json: PARIS.arguments }]),
      ...block(2, "After."),
      ...anthropicEnd("tool_use"),
    ].map(event);
    const streamed = await readTranslatedStream(client, "anthropic", stream);
    expect(streamed.text.replaceAll("\n", "")).toBe("Before.After.");
    expect(comparableCalls(streamed.calls)).toEqual(comparableCalls([PARIS]));
  });

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("is legal in the history for %s", (provider) => {
    const request = writeRequest("anthropic", { tools: [WEATHER, TIME], turns: [{ user: "Hi" }] });
    const content = [
      { ...toolBlock(PARIS), input: { city: "Paris" } },
      { type: "text", text: "After." },
    ];
    const result = { type: "tool_result", tool_use_id: "toolu_paris", content: "Sun" };
    const messages = [
      ...(request.messages as Json[]),
      { role: "assistant", content },
      { role: "user", content: [result] },
    ];
    const { value } = translateRequest("anthropic", provider, { ...request, messages });
    expect(JSON.stringify(value)).toContain("After.");
    expect(comparableCalls(callsIn(provider, value))).toEqual(comparableCalls([PARIS]));
  });
});
