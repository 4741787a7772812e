import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import type { Destination } from "../../src/exchange/destinations.ts";
import { estimatedUsage } from "../../src/exchange/estimated-usage.ts";
import { responseCost } from "../../src/exchange/response-cost.ts";
import type { ExchangeResult } from "../../src/exchange/result.ts";
import type { TokenCounts } from "../../src/observe/log.ts";
import { configOf, startGateway, type TestGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, type Received, startUpstream } from "../support/upstream.ts";
import { anthropicMessage, chatCompletion, costOfResponse } from "./priced-response.ts";

const DOLLAR_PER_TOKEN = { models: [{ match: "*", refuses: [], accepts: [], price: { input: 1e6, output: 1e6 } }] };

type Answer = (received: Received, response: Parameters<typeof answerJson>[0], index: number) => void;

/** A gateway whose provider charges a dollar for each token, whatever it is. */
async function charging(dialect: string, answer: Answer, attempts = 0): Promise<TestGateway> {
  let index = 0;
  const upstream = await startUpstream((received, response) => answer(received, response, index++));
  const vendor = { dialect, baseUrl: upstream.url, retries: { attempts, delay: 1, maxDelay: 1 }, ...DOLLAR_PER_TOKEN };
  return startGateway({
    providers: { vendor },
    routes: [{ match: "*", to: [{ provider: "vendor", model: "m" }], toolSearch: "auto" }],
  });
}

async function ask(gateway: TestGateway, path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const request = { model: "x", max_tokens: 9, messages: [{ role: "user", content: "Hi" }], ...body };
  const response = await fetch(`${gateway.url}${path}`, { method: "POST", headers, body: JSON.stringify(request) });
  await response.text();
  return response;
}

/** What the log, and the report of usage, say that was charged. */
async function charged(gateway: TestGateway): Promise<{ tokens: TokenCounts; cost: number; estimated: boolean }> {
  const [record] = await gateway.requests(1);
  const { usage, cost } = record?.estimated ?? record ?? {};
  const { total } = (await (await fetch(`${gateway.url}/v1/usage`)).json()) as {
    total: { tokens: JsonObject; cost: number };
  };
  expect(total.tokens).toMatchObject(usage ?? {});
  expect(total.cost).toBeCloseTo(cost ?? 0, 6);
  return { tokens: { ...usage }, cost: total.cost, estimated: record?.estimated !== undefined };
}

interface Message {
  readonly content: readonly JsonObject[];
  readonly stop_reason: string;
  readonly usage: JsonObject;
}

const PAUSED: Message & JsonObject = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "m", stop_sequence: null },
  content: [{ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }],
  stop_reason: "pause_turn",
  usage: { input_tokens: 100, output_tokens: 10 },
};
const DONE: Message & JsonObject = { ...PAUSED, content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" };
const OVERLOADED = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

function eventsOf(message: Message): string[] {
  const { content, stop_reason, usage } = message;
  const [block] = content;
  return [
    {
      type: "message_start",
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

describe("a turn that the provider pauses", () => {
  it.each([false, true])("is charged for all of its requests (stream: %s)", async (stream) => {
    const gateway = await charging("anthropic", (_, response, index) => {
      const message = index === 0 ? PAUSED : DONE;
      if (stream) answerEvents(response, eventsOf(message));
      else answerJson(response, 200, message);
    });
    const { headers } = await ask(gateway, "/v1/chat/completions", { stream });
    expect(await charged(gateway)).toEqual({ tokens: { input: 200, output: 20 }, cost: 220, estimated: false });
    if (!stream) expect(headers.get("x-toolglot-cost")).toBe("220");
  });

  it("is charged for what came before a continuation that fails", async () => {
    const gateway = await charging("anthropic", (_, response, index) =>
      index === 0 ? answerJson(response, 200, PAUSED) : answerJson(response, 529, OVERLOADED),
    );
    expect((await ask(gateway, "/v1/chat/completions", {})).status).toBeGreaterThanOrEqual(500);
    expect(await charged(gateway)).toEqual({ tokens: { input: 100, output: 10 }, cost: 110, estimated: false });
  });

  it("is charged for a continuation that breaks off, by what it has told", async () => {
    const gateway = await charging("anthropic", (_, response, index) => {
      if (index === 0) answerEvents(response, eventsOf(PAUSED));
      else answerEvents(response, eventsOf(DONE).slice(0, 3));
    });
    await ask(gateway, "/v1/chat/completions", { stream: true });
    const { tokens, estimated } = await charged(gateway);
    expect(tokens.input).toBe(200);
    expect([tokens.output, estimated]).toEqual([11, false]);
  });
});

const TOOLS = Array.from({ length: 16 }, (_, index) => ({
  ...{ name: `tool_${index}`, description: "A tool.", input_schema: { type: "object" }, defer_loading: true },
}));
const CHUNK = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const COUNTS = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };

it.each([false, true])("all rounds of the gateway's own tool search are charged (stream: %s)", async (stream) => {
  const call = { index: 0, id: "c", type: "function", function: { name: "search_tools", arguments: '{"query":"x"}' } };
  const gateway = await charging("openai-chat", (_, response, index) => {
    const message = { role: "assistant", ...(index < 2 ? { tool_calls: [call] } : { content: "Hi" }) };
    const finish_reason = index < 2 ? "tool_calls" : "stop";
    if (!stream) {
      const choices = [{ index: 0, message, finish_reason }];
      answerJson(response, 200, { ...CHUNK, object: "chat.completion", choices, usage: COUNTS });
      return;
    }
    const chunks = [
      { ...CHUNK, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...CHUNK, choices: [], usage: COUNTS },
    ];
    answerEvents(response, [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"]);
  });
  const search = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
  await ask(gateway, "/v1/messages", { stream, tools: [search, ...TOOLS] });
  expect(await charged(gateway)).toMatchObject({ tokens: { input: 3000, output: 60 }, cost: 3060, estimated: false });
});

describe("an answer that cannot be used", () => {
  const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 5, totalTokenCount: 55 };
  const malformed = { candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", index: 0 }], usageMetadata };
  const parts = [{ text: "Hi" }];
  const good = { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }], usageMetadata };

  it.each([
    ["and the one after a retry are", 1, false, 200, { input: 100, output: 10 }],
    ["and the one after a retry are", 1, true, 200, { input: 100, output: 10 }],
    ["is", 0, false, 502, { input: 50, output: 5 }],
    ["is", 0, true, 502, { input: 50, output: 5 }],
  ] as const)("%s charged (%i retries, stream: %s)", async (_, retries, stream, status, tokens) => {
    const answer: Answer = (_received, response, index) => {
      const body = index === 0 ? malformed : good;
      if (stream) answerEvents(response, [`data: ${JSON.stringify(body)}\n\n`]);
      else answerJson(response, 200, body);
    };
    const gateway = await charging("gemini", answer, retries);
    expect((await ask(gateway, "/v1/messages", { stream })).status).toBe(status);
    expect(await charged(gateway)).toEqual({ tokens, cost: tokens.input + tokens.output, estimated: false });
  });

  it("is not charged where the provider has refused the request", async () => {
    const gateway = await charging("gemini", (_, response) =>
      answerJson(response, 503, { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
    );
    await ask(gateway, "/v1/messages", {});
    expect(await charged(gateway)).toEqual({ tokens: {}, cost: 0, estimated: false });
  });
});

/** Errors in responses with a status of success, as JSON and as events, whose providers tell what they have used. */
const FAILED: readonly (readonly [dialect: string, body: JsonObject, events: readonly JsonObject[]])[] = [
  failedResponse({ status: "failed", error: { code: "server_error", message: "Sorry" } }),
  failedResponse({ status: "completed", output: undefined }),
  failedInteraction({ status: "failed", errors: [{ code: "internal_error", message: "Sorry" }] }),
  failedInteraction({ status: "completed", steps: undefined }),
  failedChat("openai-chat", { choices: [{ index: 0, finish_reason: "error", message: {}, delta: {} }] }),
  failedChat("openrouter", { choices: [], error: { code: 502, message: "Sorry" } }),
];

function failedResponse(more: object): (typeof FAILED)[number] {
  const usage = { input_tokens: 50, output_tokens: 5, total_tokens: 55 };
  const head = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [], error: null };
  const body = JSON.parse(JSON.stringify({ ...head, usage, ...more }));
  const started = { ...head, status: "in_progress", usage: null };
  const events = [
    { type: "response.created", response: started },
    { type: `response.${body.status}`, response: body },
  ];
  return ["openai-responses", body, events];
}

function failedInteraction(more: object): (typeof FAILED)[number] {
  const usage = { total_input_tokens: 50, total_output_tokens: 5, total_tokens: 55 };
  const head = { id: "v1_1", object: "interaction", created: "2026-11-01T00:00:00Z", model: "m", steps: [] };
  const body = JSON.parse(JSON.stringify({ ...head, usage, ...more }));
  const events = [
    { event_type: "interaction.created", interaction: { ...head, status: "in_progress" } },
    { event_type: "interaction.completed", interaction: body },
  ];
  return ["gemini-interactions", body, events];
}

function failedChat(dialect: string, more: object): (typeof FAILED)[number] {
  const usage = { prompt_tokens: 50, completion_tokens: 5, total_tokens: 55 };
  const head = { id: "c", created: 1, model: "m", usage, ...more };
  return [dialect, { ...head, object: "chat.completion" }, [{ ...head, object: "chat.completion.chunk" }]];
}

describe("a response that has failed", () => {
  const charge = { tokens: { input: 50, output: 5 }, cost: 55, estimated: false };

  it.each(FAILED)("is charged as %s reports it", async (dialect, body, events) => {
    for (const path of ["/v1/messages", "/v1/chat/completions"])
      for (const stream of [false, true]) {
        const gateway = await charging(dialect, (_, response) => {
          if (!stream) return answerJson(response, 200, body);
          const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
          return answerEvents(response, [...frames, "data: [DONE]\n\n"]);
        });
        const { status } = await ask(gateway, path, { stream });
        expect([path, stream, status >= 400]).toEqual([path, stream, true]);
        expect([path, stream, await charged(gateway)]).toEqual([path, stream, charge]);
      }
  });

  it("is charged as it is reported after a part of it", async () => {
    for (const [dialect, , events] of FAILED.slice(0, 1)) {
      const text = { type: "response.output_text.delta", output_index: 0, content_index: 0, item_id: "i", delta: "Hi" };
      const frames = [...events.slice(0, 1), text, ...events.slice(1)];
      const gateway = await charging(dialect, (_, response) =>
        answerEvents(
          response,
          frames.map((event) => `data: ${JSON.stringify(event)}\n\n`),
        ),
      );
      await ask(gateway, "/v1/messages", { stream: true });
      expect(await charged(gateway)).toEqual(charge);
    }
  });
});

describe("the price of a turn of several requests", () => {
  it("is that of each, because a long prompt is one that is sent at once", () => {
    const destination = openai("gpt-5.6");
    const earlier = { usage: { input: 200_000, output: 0 } };
    const once = responseCost(destination, earlier) ?? 0;
    expect(once).toBeCloseTo(0.8, 9);
    const twice = responseCost(destination, { usage: { input: 400_000, output: 0 }, earlier });
    expect(twice).toBeCloseTo(2 * once, 9);
    // As one prompt, it would be a long one.
    expect(responseCost(destination, { usage: { input: 400_000, output: 0 } })).toBeCloseTo(4 * once, 9);
  });

  it("has an estimate of the last alone, if only that has not told its tokens", () => {
    const earlier = { usage: { input: 100, output: 500 }, pieces: 3, characters: 90 };
    const used = { usage: { input: 100, output: 500 }, pieces: 5, characters: 490, earlier };
    const result = { outcome: "client_closed", attempts: [{ status: 499 }], used } as unknown as ExchangeResult;
    const { input = 0, output } = estimatedUsage(() => ({ model: "m", text: "x".repeat(4000) }), result) ?? {};
    expect(output).toBe(500 + 100);
    expect(input).toBeGreaterThan(1100);
  });
});

/** https://platform.claude.com/docs/en/api/beta/messages/create: `usage.iterations` */
describe("the runs of a model that Anthropic lists", () => {
  const model = "claude-haiku-5-5";
  const run = (type: string, input_tokens: number, more: JsonObject = {}) => {
    const cache = { cache_creation: null, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    return { type, input_tokens, output_tokens: 0, ...cache, ...more };
  };
  const costOfRuns = (input_tokens: number, iterations: JsonObject[]) =>
    costOfResponse(
      "anthropic",
      "https://api.anthropic.com",
      model,
      anthropicMessage(model, { input_tokens, output_tokens: 0, iterations }),
    );

  it("have the price of their own length", () => {
    expect(costOfRuns(160_000, [run("message", 80_000), run("message", 80_000)])).toBeCloseTo(0.016, 9);
    expect(costOfRuns(160_000, [run("message", 160_000)])).toBeCloseTo(0.08, 9);
  });

  it("are charged where the message does not count them", () => {
    expect(costOfRuns(10_000, [run("compaction", 50_000), run("message", 10_000)])).toBeCloseTo(0.006, 9);
    const advised = [run("message", 10_000), run("advisor_message", 1000, { model: "claude-opus-5-5" })];
    expect(costOfRuns(10_000, advised)).toBeCloseTo(0.001 + 0.004, 9);
  });

  it("are those of the model that has answered after a fallback", () => {
    const fallback = [run("message", 9000), run("fallback_message", 10_000, { model: "claude-opus-4-8" })];
    expect(costOfRuns(10_000, fallback)).toBeCloseTo(0.05, 9);
  });

  it("are not trusted where they do not add up to what the message counts", () => {
    expect(costOfRuns(10_000, [run("message", 5000)])).toBeCloseTo(0.001, 9);
  });
});

function openai(model: string): Destination {
  const baseUrl = "https://api.openai.com/v1";
  const [provider] = configOf({ providers: { openai: { dialect: "openai-responses", baseUrl } } }).providers.values();
  return { provider, model } as Destination;
}

/** https://openrouter.ai/docs/guides/administration/usage-accounting */
describe("the cost that OpenRouter tells", () => {
  const details = { cost_details: { upstream_inference_cost: 0.036 } };
  it.each([
    ["is all there is with OpenRouter's key", { cost: 0.036, is_byok: false, ...details }, 0.036],
    [
      "is its fee with a key of one's own, to which the vendor's price is added",
      { cost: 0.002, is_byok: true, ...details },
      0.038,
    ],
    ["may be nothing but the vendor's price", { cost: 0, is_byok: true, ...details }, 0.036],
    ["is the fee where the vendor's price is not told", { cost: 0.002, is_byok: true, cost_details: null }, 0.002],
  ])("%s", (_, usage, cost) => {
    const body = chatCompletion("m", { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11, ...usage });
    expect(costOfResponse("openrouter", "https://openrouter.ai/api/v1", "m", body)).toBeCloseTo(cost, 12);
  });
});
