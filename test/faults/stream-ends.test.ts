import { describe, expect, it } from "vitest";
import { expectFailure, readTranslatedStream, translateStream } from "../known-failures/translate.ts";
import { type DialectName, PAIRS, PARIS, writeRequest } from "../known-failures/wire.ts";
import {
  ANTHROPIC_START,
  anthropicEnd,
  blockEvents,
  CHAT_START,
  chatEnd,
  chatFrame,
  data,
  event,
  writeStream,
} from "../known-failures/wire-streams.ts";
import { CHAT_CLIENTS, CONTENT, TURNS } from "./content.ts";

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
