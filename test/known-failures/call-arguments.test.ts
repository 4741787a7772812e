import { createBridge, type Json, parseToolCalls } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { BOTH } from "./calls.ts";
import {
  callsIn,
  comparableCalls,
  readTranslatedStream,
  TOOL_FINISH_REASON,
  translateRequest,
  translateResponse,
} from "./translate.ts";
import { at, chatCall, DIALECTS, PAIRS, PARIS, WEATHER, writeRequest } from "./wire.ts";
import { completion, writeResponse } from "./wire-responses.ts";
import { CHAT_START, chatCalls, chatEnd, chatFrame, writeStream } from "./wire-streams.ts";

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
