import { ConversionError, type Json, JsonError, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { comparableCalls, readTranslatedStream, resultsIn, translateRequest } from "../known-failures/translate.ts";
import { at, chatCall, MODELS, PAIRS, PARIS, WEATHER, writeRequest } from "../known-failures/wire.ts";
import { completion } from "../known-failures/wire-responses.ts";
import { CHAT_START, chatCalls, chatEnd, toolBlock, writeStream } from "../known-failures/wire-streams.ts";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { CHAT_CLIENTS, TURNS } from "./content.ts";

describe("F39: half a character", () => {
  const lone = "a\ud800b";

  it.each(PAIRS)("in a text goes from a client of %s to %s as U+FFFD, with a report", (client, provider) => {
    const { value, losses } = createBridge({ client, provider }).request(
      writeRequest(client, { turns: [{ user: lone }] }),
    );
    expect(stringifyJson(value)).not.toMatch(/\ud800(?![\udc00-\udfff])|\\ud800/i);
    if (provider === "gemini") return;
    expect(stringifyJson(value)).toContain("a\uFFFDb");
    expect(losses).not.toEqual([]);
  });

  it.each(PAIRS)("in arguments and results goes from a client of %s to %s as U+FFFD", (client, provider) => {
    const calls = [{ ...PARIS, arguments: '{"city":"a\\ud800b"}' }];
    const turns = [...TURNS, { assistant: { calls } }, { results: [{ ...PARIS, content: lone }] }];
    const { value } = createBridge({ client, provider }).request(writeRequest(client, { tools: [WEATHER], turns }));
    expect(stringifyJson(value)).not.toMatch(/\ud800(?![\udc00-\udfff])|\\ud800/i);
  });

  it.each(PAIRS)("split over two deltas is whole for a client of %s from %s", async (client, provider) => {
    const whole = writeStream(provider, { text: "xx😀yy" });
    const split = whole.map((frame) => frame.replace("xx\ud83d", "xx\\ud83d").replace("\ude00yy", "\\ude00yy"));
    const read = await readTranslatedStream(client, provider, split);
    expect(read.text).toBe("xx😀yy");
    const bytes = new TextEncoder().encode(read.bytes);
    expect(new TextDecoder().decode(bytes)).toBe(read.bytes);
  });

  it("split over two deltas of a call's arguments is whole too", async () => {
    const pieces = ['{"city":"\\ud83d', '\\ude00"}'];
    const stream = [
      CHAT_START,
      chatCalls({ index: 0, ...chatCall({ ...PARIS, arguments: "" }) }),
      ...pieces.map((text) => chatCalls({ index: 0, function: { arguments: text } })),
      ...chatEnd("tool_calls"),
    ];
    for (const client of CHAT_CLIENTS)
      expect(comparableCalls((await readTranslatedStream(client, "openai-chat", stream)).calls)).toEqual([
        { name: "get_weather", input: { city: "😀" } },
      ]);
  });
});

describe("F40: what a program may give, and JSON cannot hold", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const values: Readonly<Record<string, unknown>> = {
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    "a BigInt": 10n,
    "a Date": new Date(0),
    "a function": () => 1,
    "a symbol": Symbol("x"),
    "a circle": circular,
    // biome-ignore lint/suspicious/noSparseArray: it is what is tested
    "a sparse list": [1, , 3],
  };

  describe.each(Object.entries(values))("%s", (_, value) => {
    it.each(["openai-chat", "gemini", "ollama", "openai-responses", "openrouter"] as const)(
      "in the arguments of a call to %s is a typed error with its place",
      (provider) => {
        const use = { ...toolBlock(PARIS), input: { city: value } };
        const result = { type: "tool_result", tool_use_id: "toolu_paris", content: "ok" };
        const messages = [
          { role: "user", content: "Hi" },
          { role: "assistant", content: [use] },
          { role: "user", content: [result] },
        ];
        const request = { model: MODELS.anthropic, max_tokens: 10, messages } as unknown as Json;
        const error = caught(() =>
          stringifyJson(createBridge({ client: "anthropic", provider }).request(request).value),
        );
        expect(error instanceof ConversionError || error instanceof JsonError, String(error)).toBe(true);
      },
    );
  });

  it("undefined is a field that is not there", () => {
    const request = { ...writeRequest("anthropic", { turns: TURNS }), tool_choice: undefined } as unknown as Json;
    expect(createBridge({ client: "anthropic", provider: "openai-chat" }).request(request).value).not.toHaveProperty(
      "tool_choice",
    );
  });
});

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe("F41: empty, null, absent, blank and invisible", () => {
  it.each(PAIRS)("an answer without content is legal for a client of %s from %s", async (client, provider) => {
    const read = await readTranslatedStream(client, provider, writeStream(provider, {}));
    expect(read.text).toBe("");
    expect(read.calls).toEqual([]);
  });

  it.each(CHAT_CLIENTS)("content that is null, empty or absent is one for a client of %s", (client) => {
    const bodies = [{ content: null }, { content: "" }, {}].map(
      (content) =>
        createBridge({ client, provider: "openai-chat" }).response(
          completion({ role: "assistant", ...content }, "stop"),
        ).value,
    );
    // Dialects of the Chat family distinguish an empty text from none.
    if (client === "openrouter") expect(at(bodies[1], "choices", 0, "message")).toMatchObject({ content: "" });
    else expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(legality[client]?.response(bodies[0] ?? null)).toEqual([]);
  });

  it.each(PAIRS)("blank deltas reach a client of %s from %s", async (client, provider) => {
    const text = "  \n\t \n  x \n\n";
    expect((await readTranslatedStream(client, provider, writeStream(provider, { text }))).text).toBe(text);
  });

  it.each(PAIRS)("invisible characters reach a client of %s from %s", async (client, provider) => {
    const text = "a\u200b\u200d\u202eb\u2066c\u2069\ufeffd\u00ad";
    expect((await readTranslatedStream(client, provider, writeStream(provider, { text }))).text).toBe(text);
  });

  it.each(PAIRS)("they survive in a request from %s to %s too", (client, provider) => {
    const text = "a\u200b\u200d\u202eb\u2066c\u2069\ufeffd\u00ad";
    expect(
      stringifyJson(translateRequest(client, provider, writeRequest(client, { turns: [{ user: text }] })).value),
    ).toContain(text);
  });

  it.each(PAIRS)("an empty result from %s is a result for %s", (client, provider) => {
    const turns = [...TURNS, { assistant: { calls: [PARIS] } }, { results: [{ ...PARIS, content: "" }] }];
    const { value } = translateRequest(client, provider, writeRequest(client, { tools: [WEATHER], turns }));
    expect(resultsIn(provider, value)).toHaveLength(1);
  });

  it.each(PAIRS)("an empty text next to calls from %s is legal for %s", (client, provider) => {
    const turns = [
      ...TURNS,
      { assistant: { text: "", calls: [PARIS] } },
      { results: [{ ...PARIS, content: "ok" }] },
      { assistant: { text: "" } },
      { user: "And?" },
    ];
    translateRequest(client, provider, writeRequest(client, { tools: [WEATHER], turns }));
  });
});
