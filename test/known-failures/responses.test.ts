import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { expectFailure, readTranslatedStream, translateResponse, translateStream } from "./translate.ts";
import { DIALECTS, type DialectName, type Fields, PAIRS, writeRequest } from "./wire.ts";
import { completion, geminiChunk, responseObject, writeResponse } from "./wire-responses.ts";
import { ANTHROPIC_START, blockEvents, CHAT_START, chatFrame, data, event, numbered } from "./wire-streams.ts";

/*
 * The entries that belong to the gateway alone, which has the clock, the sockets and the routes:
 *   29  count_tokens is a route of its own, and counting needs the models' tokenizers, which the core has not
 *   keep-alive, tool-search stalls: silence is measured by a clock, and the core has none
 *   the wording of a refused system role: it is the answer of a route to a request that never reached a provider
 */

describe("34: a malformed call of Gemini is an error, not an empty success", () => {
  const malformed = {
    candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed function call: f(", index: 0 }],
    usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 },
    modelVersion: "m",
  };

  describe.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"])("%s", (finishReason) => {
    const body = { ...malformed, candidates: [{ ...malformed.candidates[0], finishReason }] };

    it.each(DIALECTS.filter((client) => client !== "gemini"))("to a client of %s", async (client) => {
      const { value, status } = createBridge({ client, provider: "gemini" }).response(body);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(legality[client]?.error(status ?? 200, value)).toEqual([]);
      expect(JSON.stringify(value)).toContain("Malformed function call");
    });

    it.each(DIALECTS.filter((client) => client !== "gemini"))("to a client of %s, in a stream", async (client) => {
      await expectFailure(client, translateStream(client, "gemini", [data(geminiChunk([{ text: "Hm" }])), data(body)]));
    });
  });

  it.each(DIALECTS.filter((client) => client !== "gemini"))(
    "a blocked prompt is no empty success for %s",
    async (client) => {
      const blocked = { promptFeedback: { blockReason: "SAFETY" }, modelVersion: "m" };
      const { value, status } = createBridge({ client, provider: "gemini" }).response(blocked);
      if (status !== undefined) expect(legality[client]?.error(status, value)).toEqual([]);
      else {
        expect(legality[client]?.response(value)).toEqual([]);
        expect(JSON.stringify(value)).toMatch(/refusal|content_filter/);
      }
    },
  );
});

/** A stream of each provider that ends with the provider's own error, after the first output. */
const BROKEN: Readonly<Record<DialectName, readonly string[]>> = {
  "openai-chat": [
    CHAT_START,
    chatFrame({ content: "Well" }),
    data({ error: { message: "Overloaded: try later", type: "server_error", param: null, code: null } }),
  ],
  openrouter: [
    CHAT_START,
    chatFrame({ content: "Well" }),
    data({
      id: "1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      error: { code: 502, message: "Overloaded: try later", metadata: { error_type: "provider_unavailable" } },
      choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
    }),
  ],
  "openai-responses": numbered([
    { type: "response.created", response: responseObject("in_progress", []) },
    {
      type: "error",
      error: { type: "server_error", code: "server_error", message: "Overloaded: try later", param: null },
    },
    {
      type: "response.failed",
      response: responseObject("failed", [], { error: { code: "server_error", message: "Overloaded: try later" } }),
    },
  ]),
  anthropic: [
    ANTHROPIC_START,
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Well" } },
    { type: "error", error: { type: "overloaded_error", message: "Overloaded: try later" } },
  ].map(event),
  gemini: [
    data(geminiChunk([{ text: "Well" }])),
    data({ error: { code: 503, message: "Overloaded: try later", status: "UNAVAILABLE" } }),
  ],
  ollama: [
    '{"model":"m","created_at":"2026-08-05T08:10:56Z","message":{"role":"assistant","content":"Well"},"done":false}\n',
    '{"error":"Overloaded: try later"}\n',
  ],
};

describe("35: a stream that fails does not become a well-formed answer", () => {
  it.each(PAIRS)("for a client of %s from %s", async (client, provider) => {
    const bytes = translateStream(client, provider, BROKEN[provider]);
    await expectFailure(client, bytes);
    expect(bytes).toContain("Overloaded: try later");
  });

  it.each(DIALECTS)("and between %s and itself", async (dialect) => {
    const bytes = translateStream(dialect, dialect, BROKEN[dialect]);
    expect(bytes).toBe(BROKEN[dialect].join(""));
  });

  it.each(PAIRS)("nor an answer of %s that is an error under 200, from %s", (client, provider) => {
    const bodies: Readonly<Record<DialectName, Json>> = {
      "openai-chat": { error: { message: "Out of order", type: "server_error", code: null, param: null } },
      openrouter: { error: { code: 502, message: "Out of order" } },
      "openai-responses": responseObject("failed", [], { error: { code: "server_error", message: "Out of order" } }),
      anthropic: { type: "error", error: { type: "api_error", message: "Out of order" } },
      gemini: { error: { code: 500, message: "Out of order", status: "INTERNAL" } },
      ollama: { error: "Out of order" },
    };
    const { value, status } = createBridge({ client, provider }).response(bodies[provider]);
    if (client === "openai-responses" && status === undefined) {
      expect(value).toMatchObject({ status: "failed", error: { message: "Out of order" } });
      return;
    }
    expect(status).toBeGreaterThanOrEqual(400);
    expect(legality[client]?.error(status ?? 200, value)).toEqual([]);
    expect(JSON.stringify(value)).toContain("Out of order");
  });
});

describe("37: tokens are counted once", () => {
  /** 100 in, 60 of them from the cache and 10 into it; 50 out, 20 of them reasoning. */
  const counts: Readonly<Record<DialectName, Fields>> = {
    "openai-chat": {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    openrouter: {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    "openai-responses": {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 150,
    },
    anthropic: {
      input_tokens: 30,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 10,
      output_tokens: 50,
    },
    gemini: { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 30, thoughtsTokenCount: 20 },
    ollama: { prompt_eval_count: 100, eval_count: 50 },
  };
  const FULL = ["openai-chat", "openrouter", "openai-responses", "anthropic"] as const;

  function counted(provider: DialectName): Fields {
    const body = writeResponse(provider, { text: "Hi" });
    if (provider === "gemini") return { ...body, usageMetadata: { ...counts.gemini, totalTokenCount: 150 } };
    return provider === "ollama" ? { ...body, ...counts.ollama } : { ...body, usage: counts[provider] ?? null };
  }

  function usageIn(client: DialectName, body: Fields): Json {
    if (client === "ollama") return body;
    return (client === "gemini" ? body.usageMetadata : body.usage) ?? null;
  }

  describe.each(FULL)("of %s", (provider) => {
    it.each(DIALECTS.filter((client) => client !== provider))("for a client of %s", async (client) => {
      const { body } = await translateResponse(client, provider, counted(provider));
      const expected = { ...counts[client] };
      // Anthropic does not report its reasoning tokens.
      const reasoning = provider === "anthropic" ? THOUGHTLESS[client] : undefined;
      expect(usageIn(client, body)).toMatchObject(reasoning ?? expected);
    });
  });

  it.each(DIALECTS.filter((client) => client !== "gemini"))("of Gemini, for a client of %s", async (client) => {
    const { body } = await translateResponse(client, "gemini", counted("gemini"));
    const written: Readonly<Partial<Record<DialectName, Fields>>> = {
      anthropic: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 50 },
      "openai-chat": { prompt_tokens: 100, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 60 } },
      openrouter: { prompt_tokens: 100, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 60 } },
      "openai-responses": { input_tokens: 100, output_tokens: 50, input_tokens_details: { cached_tokens: 60 } },
      ollama: counts.ollama,
    };
    expect(usageIn(client, body)).toMatchObject(written[client] ?? {});
  });

  it("in a stream: late usage comes at the end, and early usage at the start", async () => {
    const start = {
      ...ANTHROPIC_START,
      message: { ...(ANTHROPIC_START.message as Fields), usage: counts.anthropic ?? {} },
    };
    const stream = [
      start,
      ...blockEvents(0, { type: "text", text: "" }, [{ type: "text_delta", text: "Hi" }]),
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 50 } },
      { type: "message_stop" },
    ].map(event);
    const request = writeRequest(
      "openai-chat",
      { turns: [{ user: "Hi" }] },
      { stream: true, stream_options: { include_usage: true } },
    );
    const chat = await readTranslatedStream("openai-chat", "anthropic", stream, request);
    expect(chat.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 });
    const responses = await readTranslatedStream("openai-responses", "anthropic", stream);
    expect(responses.usage).toMatchObject({ input_tokens: 100, output_tokens: 50, total_tokens: 150 });
    const gemini = await readTranslatedStream("gemini", "anthropic", stream);
    expect(gemini.usage).toMatchObject({ promptTokenCount: 100, cachedContentTokenCount: 60 });
  });

  it("in a stream of Chat for a client of Anthropic, whose meter reads the last event", async () => {
    const usage = counts["openai-chat"] ?? {};
    const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
    const stream = [
      CHAT_START,
      chatFrame({ content: "Hi" }),
      chatFrame({}, "stop"),
      data({ ...head, choices: [], usage }),
      "data: [DONE]\n\n",
    ];
    const { usage: read } = await readTranslatedStream("anthropic", "openai-chat", stream);
    expect(read).toMatchObject(counts.anthropic ?? {});
  });
});

const THOUGHTLESS: Readonly<Partial<Record<DialectName, Fields>>> = {
  "openai-chat": { prompt_tokens: 100, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 60 } },
  openrouter: { prompt_tokens: 100, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 60 } },
  "openai-responses": { input_tokens: 100, output_tokens: 50, input_tokens_details: { cached_tokens: 60 } },
  gemini: { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 50 },
};

describe("errors of a provider in the client's envelope", () => {
  const errors: Readonly<Record<DialectName, readonly [status: number, body: Json]>> = {
    "openai-chat": [
      429,
      { error: { message: "Slow down", type: "requests", code: "rate_limit_exceeded", param: null } },
    ],
    openrouter: [429, { error: { code: 429, message: "Slow down" } }],
    "openai-responses": [
      429,
      { error: { message: "Slow down", type: "requests", code: "rate_limit_exceeded", param: null } },
    ],
    anthropic: [429, { type: "error", error: { type: "rate_limit_error", message: "Slow down" } }],
    gemini: [429, { error: { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED" } }],
    ollama: [429, { error: "Slow down" }],
  };

  it.each(PAIRS)("for a client of %s from %s", (client, provider) => {
    const [status, body] = errors[provider];
    const error = createBridge({ client, provider }).error(status, body);
    expect(error.status).toBe(429);
    expect(legality[client]?.error(error.status, error.value)).toEqual([]);
    expect(JSON.stringify(error.value)).toContain("Slow down");
  });

  it.each(PAIRS)("for a client of %s from %s, which answers with a page", (client, provider) => {
    const error = createBridge({ client, provider }).error(502, "<html>Bad gateway</html>");
    expect(error.status).toBeGreaterThanOrEqual(500);
    expect(legality[client]?.error(error.status, error.value)).toEqual([]);
  });
});

it("a refusal is reported as one", async () => {
  const refused = completion({ role: "assistant", content: null, refusal: "I will not." }, "stop");
  for (const client of DIALECTS) {
    if (client === "openai-chat") continue;
    const { body } = await translateResponse(client, "openai-chat", refused);
    expect(JSON.stringify(body)).toContain("I will not.");
  }
});
