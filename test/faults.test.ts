import { ConversionError, type Json, JsonError, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  callsIn,
  comparableCalls,
  expectFailure,
  failed,
  readTranslatedStream,
  resultsIn,
  sdkOf,
  succeeded,
  translateRequest,
  translateStream,
} from "./known-failures/translate.ts";
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
  type DialectName,
  data,
  event,
  type Fields,
  geminiChunk,
  MODELS,
  numbered,
  OSLO,
  PAIRS,
  PARIS,
  responseObject,
  toolBlock,
  WEATHER,
  withResponse,
  writeRequest,
  writeResponse,
  writeStream,
} from "./known-failures/wire.ts";
import { legality } from "./legal/index.ts";
import { createBridge } from "./support/dynamic.ts";
import { byExtent } from "./support/extent.ts";

const CONTENT = { text: "Wie wäre ☂?", calls: [PARIS, OSLO] };
const TURNS = [{ user: "Hi" }];
const CHAT_CLIENTS = DIALECTS.filter((client) => client !== "openai-chat");

/** How many frames a stream of each provider must have to be complete; what comes after is no part of the answer. */
function complete(provider: DialectName, all: readonly string[]): number {
  const last: Readonly<Partial<Record<DialectName, RegExp>>> = {
    "openai-chat": /"finish_reason":"/,
    openrouter: /"finish_reason":"/,
  };
  const found = all.findIndex((frame) => last[provider]?.test(frame) ?? false);
  return found < 0 ? all.length : found + 1;
}

/** The quick run cuts each stream in other places for each check, which together are all. */
const CUTS = byExtent({ quick: 3, sample: 1, all: 1 });

// ── law 8 ───────────────────────────────────────────────────────────────────

describe("law 8: a stream that is cut short ends with the client's error", () => {
  describe.each(PAIRS)("for a client of %s, from %s", (client, provider) => {
    const all = writeStream(provider, CONTENT);
    const end = complete(provider, all);

    it("after each of its events", async () => {
      for (let cut = 0; cut < end; cut += CUTS) {
        const bytes = translateStream(client, provider, all.slice(0, cut));
        await expectFailure(client, bytes);
      }
    });

    it("in the middle of each of its events", async () => {
      for (let cut = 1 % CUTS; cut < end; cut += CUTS) {
        const half = (all[cut] ?? "").slice(0, 12);
        const bytes = translateStream(client, provider, [...all.slice(0, cut), half]);
        expect(failed(client, bytes), bytes).toBe(true);
        expect(succeeded(client, bytes), bytes).toBe(false);
      }
    });

    it("when the connection breaks", async () => {
      for (let cut = 2 % CUTS; cut < end; cut += CUTS) {
        const stream = createBridge({ client, provider }).stream();
        const written = all.slice(0, cut).map((frame) => stream.push(frame));
        const bytes = written.join("") + stream.fail("the connection was reset");
        await expectFailure(client, bytes);
        expect(bytes).toContain("the connection was reset");
        expect(stream.push(all[cut] ?? "") + stream.end()).toBe("");
      }
    });

    it("but not when all of it is there", async () => {
      for (let cut = end; cut <= all.length; cut++) await readTranslatedStream(client, provider, all.slice(0, cut));
    });
  });

  describe.each(DIALECTS)("between %s and itself", (dialect) => {
    const all = writeStream(dialect, CONTENT);
    const end = complete(dialect, all);

    it("after each of its events", async () => {
      for (let cut = 0; cut < end; cut++) {
        const bytes = translateStream(dialect, dialect, all.slice(0, cut));
        // What says how the answer ends is kept back until it has ended.
        const passed = all.slice(0, cut).filter((frame) => !frame.includes('"stop_reason":"'));
        expect(bytes.startsWith(passed.join(""))).toBe(true);
        expect(failed(dialect, bytes), bytes).toBe(true);
        const read = await sdkOf(dialect).consume(bytes);
        expect(read.ok === false || read.stop === "failed", bytes).toBe(true);
      }
    });

    it("but not when all of it is there", async () => {
      for (let cut = end; cut <= all.length; cut++) {
        const whole = all.slice(0, cut).join("");
        // A server may forget the mark after the last event, which clients look for.
        const mark = all.slice(cut).filter((frame) => frame === "data: [DONE]\n\n");
        expect(translateStream(dialect, dialect, [whole])).toBe(whole + mark.join(""));
      }
    });
  });
});

// ── after commit ────────────────────────────────────────────────────────────

describe("F23: what is at the end of a stream", () => {
  const written = [CHAT_START, chatFrame({ content: "Hi" })];

  it.each(CHAT_CLIENTS)("a finish_reason without [DONE] is a success for a client of %s", async (client) => {
    expect((await readTranslatedStream(client, "openai-chat", [...written, chatFrame({}, "stop")])).text).toBe("Hi");
  });

  it.each(CHAT_CLIENTS)("[DONE] without a finish_reason is an error for a client of %s", async (client) => {
    await expectFailure(client, translateStream(client, "openai-chat", [...written, "data: [DONE]\n\n"]));
  });

  it.each(CHAT_CLIENTS)("two [DONE], and what follows, is one end for a client of %s", async (client) => {
    const once = translateStream(client, "openai-chat", [...written, ...chatEnd("stop")]);
    const more = [
      ...written,
      ...chatEnd("stop"),
      "data: [DONE]\n\n",
      chatFrame({ content: "More" }),
      ...chatEnd("stop"),
    ];
    expect(translateStream(client, "openai-chat", more)).toBe(once);
  });
});

describe("F24: a stream that ends inside the arguments of a call", () => {
  it.each(PAIRS)("is an error for a client of %s from %s, and no length", async (client, provider) => {
    const all = writeStream(provider, { calls: [PARIS] });
    const opening = all.findIndex((frame) => frame.includes("get_weather"));
    const whole = provider === "gemini" || provider === "ollama";
    const kept = whole ? [...all.slice(0, opening), all[opening]?.slice(0, -12) ?? ""] : all.slice(0, opening + 2);
    const bytes = translateStream(client, provider, kept);
    await expectFailure(client, bytes);
    expect(bytes).not.toMatch(/"max_tokens"|"length"|MAX_TOKENS|"status":"incomplete"/);
    const offered = /"(?:input_json_delta|functionCall|response\.output_item\.done)"|"tool_calls":\[\{"id[^\n]*Paris/;
    if (client === "gemini" || client === "ollama") expect(bytes).not.toMatch(offered);
    expect(bytes).not.toMatch(/content_block_stop.*\n\n(?:.*\n)*.*content_block_stop|function_call_arguments\.done/);
  });
});

describe("F27: an error in a stream, after content", () => {
  it.each(PAIRS)("ends the stream of a client of %s; what %s sends then is ignored", async (client, provider) => {
    const written = writeStream(provider, CONTENT);
    const errors: Readonly<Record<DialectName, string>> = {
      "openai-chat": data({ error: { message: "Gone", type: "server_error", code: null, param: null } }),
      openrouter: data({
        error: { code: 502, message: "Gone" },
        choices: [{ index: 0, delta: {}, finish_reason: "error" }],
      }),
      "openai-responses": event({
        type: "error",
        sequence_number: 9,
        code: "server_error",
        message: "Gone",
        param: null,
      }),
      anthropic: event({ type: "error", error: { type: "api_error", message: "Gone" } }),
      gemini: data({ error: { code: 500, message: "Gone", status: "INTERNAL" } }),
      ollama: '{"error":"Gone"}\n',
    };
    const bytes = translateStream(client, provider, [...written.slice(0, 2), errors[provider], ...written.slice(2)]);
    await expectFailure(client, bytes);
    expect(bytes).toContain("Gone");
    expect(bytes).not.toContain("Oslo");
  });
});

describe("F28: usage that comes late, early, twice or never", () => {
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const usage = (count: number) =>
    data({ ...head, choices: [], usage: { prompt_tokens: count, completion_tokens: 2, total_tokens: count + 2 } });
  const [start, textEvent, finish, done] = [
    CHAT_START,
    chatFrame({ content: "Hi" }),
    chatFrame({}, "stop"),
    "data: [DONE]\n\n",
  ];
  const streams: Readonly<Record<string, readonly string[]>> = {
    "after the finish": [start, textEvent, finish, usage(7), done],
    "before the finish": [start, textEvent, usage(7), finish, done],
    "twice, of which the last counts": [start, usage(3), textEvent, finish, usage(7), done],
    "with the finish": [
      start,
      textEvent,
      data({
        ...head,
        choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
        usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
      }),
      done,
    ],
  };

  describe.each(Object.entries(streams))("%s", (_, stream) => {
    it("is reported once, to each client", async () => {
      const anthropic = await readTranslatedStream("anthropic", "openai-chat", stream);
      expect(anthropic.usage).toMatchObject({ input_tokens: 7, output_tokens: 2 });
      expect(anthropic.bytes.match(/event: message_delta/g)).toHaveLength(1);
      expect((await readTranslatedStream("openai-responses", "openai-chat", stream)).usage).toMatchObject({
        input_tokens: 7,
      });
      expect((await readTranslatedStream("gemini", "openai-chat", stream)).usage).toMatchObject({
        promptTokenCount: 7,
      });
      expect((await readTranslatedStream("ollama", "openai-chat", stream)).usage).toMatchObject({
        prompt_eval_count: 7,
        eval_count: 2,
      });
    });
  });

  it("never, and then it is absent where it may be, and not 0", async () => {
    const stream = [start, textEvent, finish, done];
    expect((await readTranslatedStream("gemini", "openai-chat", stream)).usage).toBeUndefined();
    expect((await readTranslatedStream("ollama", "openai-chat", stream)).usage ?? {}).toEqual({});
    const request = writeRequest(
      "openai-chat",
      { turns: TURNS },
      { stream: true, stream_options: { include_usage: true } },
    );
    const silent = [
      { ...ANTHROPIC_START },
      ...blockEvents(0, { type: "text", text: "" }, [{ type: "text_delta", text: "Hi" }]),
      ...anthropicEnd("end_turn"),
    ].map(event);
    expect((await readTranslatedStream("openai-chat", "anthropic", silent, request)).usage).toMatchObject({
      prompt_tokens: 11,
    });
  });
});

// ── parsing ─────────────────────────────────────────────────────────────────

const WIDE = { text: "ä☂😀 \\uD83D", calls: [{ ...PARIS, arguments: '{"city":"\\uD83D\\uDE00 Zürich 😀"}' }] };

/** The quick run leaves out places between two cuts, and still cuts every stream byte by byte. */
const BYTES = byExtent({ quick: 37, sample: 1, all: 1 });

describe("F29: a stream may be cut anywhere", () => {
  it.each(PAIRS)("at every byte, for a client of %s from %s", (client, provider) => {
    const bytes = new TextEncoder().encode(writeStream(provider, WIDE).join("").replaceAll("\n", "\r\n"));
    const whole = translateStream(client, provider, [bytes]);
    expect(failed(client, whole), whole).toBe(false);
    for (let cut = 1; cut < bytes.length; cut += BYTES) {
      const split = translateStream(client, provider, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      if (split !== whole) expect(split, `cut at ${cut}`).toBe(whole);
    }
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(translateStream(client, provider, single)).toBe(whole);
  });

  it.each(PAIRS)("and the characters come through, for a client of %s from %s", async (client, provider) => {
    const read = await readTranslatedStream(client, provider, writeStream(provider, WIDE));
    expect(read.text).toBe(WIDE.text);
    expect(comparableCalls(read.calls)).toEqual([{ name: "get_weather", input: { city: "😀 Zürich 😀" } }]);
  });
});

describe("F30: variants of server-sent events", () => {
  const providers = DIALECTS.filter((provider) => provider !== "ollama");
  const edits: Readonly<Record<string, (frame: string, index: number) => string>> = {
    CRLF: (frame) => frame.replaceAll("\n", "\r\n"),
    CR: (frame) => frame.replaceAll("\n", "\r"),
    "all of them": (frame, index) => frame.replaceAll("\n", ["\n", "\r\n", "\r"][index % 3] ?? "\n"),
    "no space after the colon": (frame) => frame.replace("data: ", "data:").replace("event: ", "event:"),
    comments: (frame) => `: keep-alive\n\n${frame}: OPENROUTER PROCESSING\n\n`,
    "ids and retries": (frame) => `id: 7\nretry: 100\n${frame}`,
    "an event without data": (frame) => `event: nothing\n\n${frame}`,
    "a mark at the start": (frame, index) => (index === 0 ? `\uFEFF${frame}` : frame),
    "data in two lines": (frame) => (frame.startsWith("data: {") ? frame.replace("data: {", "data: {\ndata: ") : frame),
  };

  describe.each(Object.entries(edits))("%s", (_, edit) => {
    it.each(providers)("from %s", (provider) => {
      const all = writeStream(provider, CONTENT);
      for (const client of DIALECTS) {
        if (client === provider) continue;
        expect(translateStream(client, provider, all.map(edit))).toBe(translateStream(client, provider, all));
      }
    });
  });

  it.each(DIALECTS)("without the last blank line, from %s", (provider) => {
    const whole = writeStream(provider, CONTENT).join("");
    for (const client of DIALECTS) {
      if (client === provider) continue;
      const cut = translateStream(client, provider, [whole.trimEnd()]);
      expect(cut).toBe(translateStream(client, provider, [whole]));
    }
  });
});

describe("F31: what is too long, and what is very much", () => {
  const CLIENTS = DIALECTS.map((client) => [client, client === "ollama" ? "gemini" : "ollama"] as const);

  it.each(CLIENTS)("an event of more than 8 MiB is an error for a client of %s from %s", async (client, provider) => {
    const line = `${provider === "ollama" ? "" : "data: "}{"x":"${"y".repeat(9 * 1024 * 1024)}"}\n\n`;
    const bytes = translateStream(client, provider, [line, ...writeStream(provider, CONTENT)]);
    await expectFailure(client, bytes);
    expect(bytes.length).toBeLessThan(10_000);
  });

  it("very many tiny events in one chunk are all translated", async () => {
    const count = byExtent({ quick: 20_000, sample: 100_000, all: 100_000 });
    const stream = [CHAT_START, chatFrame({ content: "a" }).repeat(count), ...chatEnd("stop")];
    const read = await readTranslatedStream("anthropic", "openai-chat", stream.join(""));
    expect(read.text).toBe("a".repeat(count));
  });

  it.each(PAIRS)("a NUL in a text stays, for a client of %s from %s", async (client, provider) => {
    expect((await readTranslatedStream(client, provider, writeStream(provider, { text: "a\u0000b, c" }))).text).toBe(
      "a\u0000b, c",
    );
  });
});

describe("F32: an event that is no JSON is an error, not skipped", () => {
  it.each(PAIRS)("for a client of %s from %s", async (client, provider) => {
    const all = writeStream(provider, CONTENT);
    const broken = provider === "ollama" ? '{"message":{"content":"a"\n' : 'data: {"choices":[{"delta":\n\n';
    await expectFailure(client, translateStream(client, provider, [all[0] ?? "", broken, ...all.slice(1)]));
  });
});

describe("F33: bytes that are no UTF-8", () => {
  it.each(PAIRS)("are U+FFFD for a client of %s from %s, and the stream goes on", async (client, provider) => {
    const bytes = new TextEncoder().encode(writeStream(provider, { text: "a@b, and so on" }).join(""));
    const spoilt = bytes.map((byte) => (byte === 0x40 ? 0xff : byte));
    expect((await readTranslatedStream(client, provider, [spoilt])).text).toBe("a\uFFFDb, and so on");
  });

  it("and a loss is reported", () => {
    const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    const bytes = new TextEncoder().encode(writeStream("openai-chat", { text: "a@b" }).join(""));
    stream.push(bytes.map((byte) => (byte === 0x40 ? 0xff : byte)));
    stream.end();
    expect(stream.losses).not.toEqual([]);
  });
});

describe("F34: deltas of calls in every disorder", () => {
  const piece = (index: number, text: string) => chatCalls({ index, function: { arguments: text } });
  const head = (index: number, call = PARIS) => chatCalls({ index, ...chatCall({ ...call, arguments: "" }) });
  const rows: Readonly<Record<string, readonly string[]>> = {
    "interleaved indexes": [
      head(0),
      head(1, OSLO),
      piece(0, '{"city":'),
      piece(1, '{"city":'),
      piece(0, '"Paris"}'),
      piece(1, '"Oslo"}'),
    ],
    "the id in the first delta alone": [head(0), piece(0, PARIS.arguments), head(1, OSLO), piece(1, OSLO.arguments)],
    "the id repeated": [PARIS, OSLO].flatMap((call, index) => [
      head(index, call),
      chatCalls({ index, id: call.id, function: { arguments: call.arguments } }),
    ]),
    "no index": [chatCalls(chatCall(PARIS)), chatCalls(chatCall(OSLO))],
    "no index, both in one delta": [chatCalls(chatCall(PARIS), chatCall(OSLO))],
    "indexes from 1": [head(1), piece(1, PARIS.arguments), head(2, OSLO), piece(2, OSLO.arguments)],
    "a name in two pieces": [
      chatCalls({ index: 0, id: PARIS.id, type: "function", function: { name: "get_" } }),
      chatCalls({ index: 0, function: { name: "weather" } }),
      piece(0, PARIS.arguments),
      head(1, OSLO),
      piece(1, OSLO.arguments),
    ],
    "one index for two ids": [chatCalls({ index: 0, ...chatCall(PARIS) }), chatCalls({ index: 0, ...chatCall(OSLO) })],
    "arguments before the name": [
      chatCalls({ index: 0, id: PARIS.id, type: "function", function: { arguments: '{"city":' } }),
      chatCalls({ index: 0, function: { name: "get_weather", arguments: '"Paris"}' } }),
      head(1, OSLO),
      piece(1, OSLO.arguments),
    ],
    "arguments as an object": [
      chatCalls({
        index: 0,
        id: PARIS.id,
        type: "function",
        function: { name: PARIS.name, arguments: { city: "Paris" } },
      }),
      chatCalls({
        index: 1,
        id: OSLO.id,
        type: "function",
        function: { name: OSLO.name, arguments: { city: "Oslo" } },
      }),
    ],
    "tool_calls null, and empty": [
      chatFrame({ content: null, tool_calls: null }),
      chatCalls(),
      chatCalls({ index: 0, ...chatCall(PARIS) }),
      chatCalls({ index: 1, ...chatCall(OSLO) }),
    ],
  };

  describe.each(Object.entries(rows))("%s", (_, deltas) => {
    it.each(CHAT_CLIENTS)("for a client of %s", async (client) => {
      const read = await readTranslatedStream(client, "openai-chat", [CHAT_START, ...deltas, ...chatEnd("tool_calls")]);
      expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS, OSLO]));
      expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
    });
  });

  it.each(CHAT_CLIENTS)("empty arguments, for a client of %s", async (client) => {
    const read = await readTranslatedStream(client, "openai-chat", [
      CHAT_START,
      head(0),
      piece(0, ""),
      ...chatEnd("tool_calls"),
    ]);
    expect(comparableCalls(read.calls)).toEqual([{ name: "get_weather", input: {} }]);
  });

  it("items of Responses whose ids rotate, by their output_index", async () => {
    const events = [PARIS, OSLO].flatMap((call, index) =>
      callEvents(call, index, `fc_${index}`).map((each, at) =>
        "item_id" in each ? { ...each, item_id: `rotated_${index}_${at}` } : each,
      ),
    );
    const stream = numbered([
      { type: "response.created", response: responseObject("in_progress", []) },
      ...events,
      {
        type: "response.completed",
        response: responseObject(
          "completed",
          writeResponse("openai-responses", { calls: [PARIS, OSLO] }).output as Json[],
        ),
      },
    ]);
    for (const client of DIALECTS) {
      if (client === "openai-responses") continue;
      expect(comparableCalls((await readTranslatedStream(client, "openai-responses", stream)).calls)).toEqual(
        comparableCalls([PARIS, OSLO]),
      );
    }
  });

  it("items of Responses whose arguments come with their end alone", async () => {
    const stream = writeStream("openai-responses", { calls: [PARIS, OSLO] }).filter(
      (frame) => !frame.includes("function_call_arguments.delta"),
    );
    for (const client of DIALECTS) {
      if (client === "openai-responses") continue;
      expect(comparableCalls((await readTranslatedStream(client, "openai-responses", stream)).calls)).toEqual(
        comparableCalls([PARIS, OSLO]),
      );
    }
  });

  it("calls of Ollama on the last line", async () => {
    const calls = [PARIS, OSLO].map((call) => ({
      function: { name: call.name, arguments: JSON.parse(call.arguments) as Json },
    }));
    const line = { ...writeResponse("ollama", {}), message: { role: "assistant", content: "", tool_calls: calls } };
    for (const client of DIALECTS) {
      if (client === "ollama") continue;
      const read = await readTranslatedStream(client, "ollama", `${JSON.stringify(line)}\n`);
      expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS, OSLO]));
      expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
    }
  });

  it("arguments of Vertex in pieces by their paths", async () => {
    const chunk = (functionCall: Fields) => data(geminiChunk([{ functionCall }]));
    const stream = [
      chunk({ name: "get_weather", willContinue: true }),
      chunk({ partialArgs: [{ jsonPath: "$.city", stringValue: "Pa", willContinue: true }], willContinue: true }),
      chunk({ partialArgs: [{ jsonPath: "$.city", stringValue: "ris" }], willContinue: true }),
      chunk({ partialArgs: [{ jsonPath: "$.days[0].n", numberValue: 3 }], willContinue: true }),
      chunk({}),
      data(geminiChunk([{ text: "" }], { finishReason: "STOP" })),
    ];
    for (const client of DIALECTS) {
      if (client === "gemini") continue;
      const read = await readTranslatedStream(client, "gemini", stream);
      expect(comparableCalls(read.calls)).toEqual([
        { name: "get_weather", input: { city: "Paris", days: [{ n: 3 }] } },
      ]);
    }
  });
});

describe("F35: unknown fields are kept or reported, and break nothing", () => {
  const odd: Readonly<Record<DialectName, readonly string[]>> = {
    "openai-chat": [CHAT_START, chatFrame({ content: "Hi", hologram: { x: 1 } }), ...chatEnd("exhausted")],
    openrouter: [
      ": OPENROUTER PROCESSING\n\n",
      CHAT_START,
      chatFrame({ content: "Hi", images: [] }),
      ...chatEnd("weird"),
    ],
    "openai-responses": [
      ...writeStream("openai-responses", { text: "Hi" }).slice(0, 2),
      event({ type: "response.hologram.delta", sequence_number: 2, delta: "x" }),
      ...writeStream("openai-responses", { text: "Hi" }).slice(2),
    ],
    anthropic: [
      ANTHROPIC_START,
      { type: "hologram", x: 1 },
      { type: "content_block_start", index: 0, content_block: { type: "hologram", x: 1 } },
      { type: "content_block_delta", index: 0, delta: { type: "hologram_delta", y: 1 } },
      { type: "content_block_stop", index: 0 },
      ...blockEvents(1, { type: "text", text: "" }, [{ type: "text_delta", text: "Hi" }]),
      ...anthropicEnd("tired"),
    ].map(event),
    gemini: [
      data(geminiChunk([{ hologram: { x: 1 } }, { text: "Hi" }])),
      data({ ...geminiChunk([{ text: "" }], { finishReason: "NEW_REASON" }), hologram: 1 }),
    ],
    ollama: writeStream("ollama", { text: "Hi" }).map((line) =>
      line.replace('"done_reason":"stop"', '"done_reason":"odd","hologram":1'),
    ),
  };

  it.each(PAIRS)("for a client of %s from %s", async (client, provider) => {
    expect((await readTranslatedStream(client, provider, odd[provider])).text).toBe("Hi");
  });

  it.each(PAIRS)("in a request from %s to %s", (client, provider) => {
    const request = { ...writeRequest(client, { tools: [WEATHER], turns: TURNS }), hologram: { x: 1 } };
    const { value, losses } = translateRequest(client, provider, request);
    expect(value).not.toHaveProperty("hologram");
    expect(losses.map(({ path }) => path)).toContain("/hologram");
  });

  it("an unknown part of a message is reported with its path", () => {
    const messages = [
      {
        role: "user",
        content: [
          { type: "hologram", x: 1 },
          { type: "text", text: "Hi" },
        ],
      },
    ];
    for (const provider of DIALECTS) {
      if (provider === "anthropic") continue;
      const { losses } = translateRequest("anthropic", provider, {
        ...writeRequest("anthropic", { turns: [] }),
        messages,
      });
      expect(
        losses.map(({ path }) => path),
        provider,
      ).toContain("/messages/0/content/0");
    }
  });
});

// ── fidelity ────────────────────────────────────────────────────────────────

const NUMBERS =
  '{"a":9007199254740993,"b":18446744073709551616,"c":1e400,"d":-0,"e":1.10,"f":0.1234567890123456789,"g":1E5}';

/** A wire text in which a marked object is replaced by exact JSON, both where it stands as a value and as text in a string. */
function exactly(wire: Json, json: string): Json {
  const text = stringifyJson(wire);
  const inText = JSON.stringify(json).slice(1, -1);
  return parseJson(
    text.replaceAll('{\\"@\\":0}', inText.replaceAll("$", "$$$$")).replaceAll('{"@":0}', json.replaceAll("$", "$$$$")),
  );
}

/** The arguments that a stream says, in its own spelling. */
function argumentsIn(client: DialectName, bytes: string): string {
  if (client === "gemini" || client === "ollama") return bytes;
  const field = client === "anthropic" ? "partial_json" : client === "openai-responses" ? "delta" : "arguments";
  const pieces = [...bytes.matchAll(new RegExp(`"${field}":("(?:[^"\\\\]|\\\\.)*")`, "g"))];
  return pieces.map(([, text = '""']) => JSON.parse(text) as string).join("");
}

const MARKED = { ...PARIS, arguments: '{"@":0}' };

describe("F36: numbers keep their spelling", () => {
  it.each(PAIRS)("in the arguments of an answer, for a client of %s from %s", (client, provider) => {
    const { value } = createBridge({ client, provider }).response(
      exactly(writeResponse(provider, { calls: [MARKED] }), NUMBERS),
    );
    expect(callsIn(client, withResponse(client, {}, value))[0]?.arguments.replaceAll(" ", "")).toBe(NUMBERS);
  });

  it.each(PAIRS)("in the arguments of a stream, for a client of %s from %s", (client, provider) => {
    const whole = provider === "gemini" || provider === "ollama";
    const wire = whole
      ? writeStream(provider, { calls: [MARKED] })
          .join("")
          .replace('{"@":0}', NUMBERS)
      : writeStream(provider, { calls: [{ ...PARIS, arguments: NUMBERS }] }).join("");
    const bytes = translateStream(client, provider, [wire]);
    expect(failed(client, bytes), bytes).toBe(false);
    expect(argumentsIn(client, bytes).replaceAll(" ", "")).toContain(NUMBERS);
  });

  it.each(PAIRS)("in the history from a client of %s to %s", (client, provider) => {
    const turns = [...TURNS, { assistant: { calls: [MARKED] } }, { results: [{ ...PARIS, content: '{"@":0}' }] }];
    const request = exactly(writeRequest(client, { tools: [WEATHER], turns }), NUMBERS);
    const { value } = createBridge({ client, provider }).request(request);
    expect(callsIn(provider, value)[0]?.arguments.replaceAll(" ", "")).toBe(NUMBERS);
    expect(stringifyJson(resultsIn(provider, value)[0]?.body ?? null).replaceAll("\\", "")).toContain(NUMBERS);
  });

  it("in a result that is an object at Gemini", () => {
    const functionResponse = { id: PARIS.id, name: PARIS.name, response: { "@": 0 } };
    const turns = [...TURNS, { assistant: { calls: [PARIS] } }];
    const request = writeRequest("gemini", { tools: [WEATHER], turns });
    const contents = [...(request.contents as Json[]), { role: "user", parts: [{ functionResponse }] }];
    const body = exactly({ ...request, contents }, NUMBERS);
    for (const provider of DIALECTS) {
      if (provider === "gemini") continue;
      const { value } = createBridge({ client: "gemini", provider }).request(body);
      expect(stringifyJson(resultsIn(provider, value)[0]?.body ?? null).replaceAll("\\", ""), provider).toContain(
        NUMBERS,
      );
    }
  });

  it.each(PAIRS)("in the schemas from a client of %s to %s", (client, provider) => {
    const inputSchema = parseJson(
      '{"type":"object","properties":{"n":{"type":"integer","minimum":9007199254740993,"default":9007199254740995}}}',
    );
    const tools = [{ name: "f", inputSchema }];
    const { value, losses } = createBridge({ client, provider }).request(writeRequest(client, { tools, turns: TURNS }));
    const text = stringifyJson(value);
    for (const [keyword, lexeme] of [
      ["minimum", "9007199254740993"],
      ["default", "9007199254740995"],
    ] as const) {
      const reported = losses.some(({ path }) => path.endsWith(`/${keyword}`));
      if (!reported && stringifyJson(writeRequest(client, { tools, turns: TURNS })).includes(lexeme))
        expect(text).toContain(lexeme);
    }
  });
});

describe("F37: keys that come twice", () => {
  it.each(["openai-responses", "openrouter"] as const)(
    "pass as they are where %s takes arguments as text",
    async (client) => {
      const twice = { ...PARIS, arguments: '{"city":"Rome","city":"Paris"}' };
      const { value } = createBridge({ client, provider: "openai-chat" }).response(answerWith(twice.arguments));
      expect(callsIn(client, withResponse(client, {}, value))[0]?.arguments).toBe(twice.arguments);
    },
  );

  it.each(["anthropic", "gemini", "ollama"] as const)(
    "are the last of the two for a client of %s, with a report",
    (client) => {
      const { value, losses } = createBridge({ client, provider: "openai-chat" }).response(
        answerWith('{"city":"Rome","city":"Paris"}'),
      );
      expect(comparableCalls(callsIn(client, withResponse(client, {}, value)))).toEqual([
        { name: "get_weather", input: { city: "Paris" } },
      ]);
      expect(losses).not.toEqual([]);
    },
  );
});

function answerWith(text: string): Fields {
  return completion(
    { role: "assistant", content: null, tool_calls: [chatCall({ ...PARIS, arguments: text })] },
    "tool_calls",
  );
}

const HOSTILE =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}},"prototype":1,"toString":"x","hasOwnProperty":0,"":"empty","b":1,"a":2}';

describe("F38: keys that mean something elsewhere are data", () => {
  it.each(PAIRS)("in an answer, for a client of %s from %s", (client, provider) => {
    const { value } = createBridge({ client, provider }).response(
      exactly(writeResponse(provider, { calls: [MARKED] }), HOSTILE),
    );
    expect(callsIn(client, withResponse(client, {}, value))[0]?.arguments.replaceAll(" ", "")).toBe(HOSTILE);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(PAIRS)("in a stream, for a client of %s from %s", async (client, provider) => {
    const call = { ...PARIS, arguments: '{"x":0}' };
    const text = writeStream(provider, { calls: [call] }).join("");
    const wire =
      provider === "gemini" || provider === "ollama"
        ? text.replace('{"x":0}', HOSTILE)
        : writeStream(provider, { calls: [{ ...PARIS, arguments: HOSTILE }] }).join("");
    const read = await readTranslatedStream(client, provider, wire);
    expect(read.calls).toHaveLength(1);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(PAIRS)("in the history and the schemas from a client of %s to %s", (client, provider) => {
    const schema = parseJson(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
    );
    const turns = [...TURNS, { assistant: { calls: [MARKED] } }, { results: [{ ...PARIS, content: "ok" }] }];
    const request = exactly(writeRequest(client, { tools: [WEATHER], turns }), HOSTILE);
    const { value } = createBridge({ client, provider }).request(request);
    expect(callsIn(provider, value)[0]?.arguments.replaceAll(" ", "")).toBe(HOSTILE);
    const listed = writeRequest(client, { tools: [{ name: "f", inputSchema: schema }], turns: TURNS });
    expect(stringifyJson(createBridge({ client, provider }).request(listed).value)).toContain('"__proto__"');
  });

  it("ten thousand keys are ten thousand keys", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]));
    const { value } = createBridge({ client: "anthropic", provider: "openai-chat" }).response(
      answerWith(JSON.stringify(many)),
    );
    expect(JSON.parse(callsIn("anthropic", withResponse("anthropic", {}, value))[0]?.arguments ?? "")).toEqual(many);
  });
});

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
