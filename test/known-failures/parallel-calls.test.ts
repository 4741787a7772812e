import { describe, expect, it } from "vitest";
import { BOTH } from "./calls.ts";
import { comparableCalls, readTranslatedStream, translateResponse } from "./translate.ts";
import { chatCall, DIALECTS, type Fields, PAIRS, PARIS } from "./wire.ts";
import { responseObject, writeResponse } from "./wire-responses.ts";
import { CHAT_START, callEvents, chatCalls, chatEnd, numbered, writeStream } from "./wire-streams.ts";

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
