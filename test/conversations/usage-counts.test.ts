import type { Json, JsonObject, Usage } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { assembled } from "./assembled/index.ts";
import { DIALECTS } from "./dialects.ts";

/** Tokens as they are charged: `input` with those of caches, `output` with those of reasoning. */
interface Counts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** A provider's usage, written as its documentation says, and what it means. */
interface Sample {
  readonly provider: string;
  readonly name: string;
  readonly usage: JsonObject;
  readonly counts: Counts;
}

const NONE: Counts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

function sample(provider: string, name: string, usage: JsonObject, counts: Partial<Counts>): Sample {
  return { provider, name, usage, counts: { ...NONE, ...counts } };
}

const CHAT = { prompt_tokens: 1000, completion_tokens: 300, total_tokens: 1300 };

const SAMPLES: readonly Sample[] = [
  sample(
    "openai-chat",
    "cached and reasoning tokens are included",
    {
      ...CHAT,
      prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 200 },
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample("openai-chat", "plain", CHAT, { input: 1000, output: 300 }),
  sample("openai-chat", "without a total", { prompt_tokens: 10, completion_tokens: 3 }, { input: 10, output: 3 }),
  sample(
    "openai-chat",
    "DeepSeek's cache",
    {
      ...CHAT,
      prompt_cache_hit_tokens: 640,
      prompt_cache_miss_tokens: 360,
    },
    { input: 1000, output: 300, cacheRead: 640 },
  ),
  sample(
    "openai-chat",
    "Moonshot's cache",
    { ...CHAT, cached_tokens: 512 },
    { input: 1000, output: 300, cacheRead: 512 },
  ),
  sample(
    "openai-chat",
    "xAI's reasoning, which is not included",
    {
      prompt_tokens: 307,
      completion_tokens: 26,
      total_tokens: 560,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 227 },
    },
    { input: 307, output: 253, cacheRead: 4, reasoning: 227 },
  ),
  sample(
    "openrouter",
    "with a cost",
    {
      ...CHAT,
      cost: 0.5,
      is_byok: false,
      prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 200 },
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample(
    "openai-responses",
    "cached and reasoning tokens are included",
    {
      input_tokens: 1000,
      input_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
      output_tokens: 300,
      output_tokens_details: { reasoning_tokens: 200 },
      total_tokens: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample(
    "anthropic",
    "cached tokens are counted apart",
    {
      input_tokens: 300,
      cache_read_input_tokens: 600,
      cache_creation_input_tokens: 100,
      cache_creation: { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 },
      output_tokens: 300,
      output_tokens_details: { thinking_tokens: 200 },
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100, reasoning: 200 },
  ),
  sample("anthropic", "plain", { input_tokens: 12, output_tokens: 29 }, { input: 12, output: 29 }),
  sample(
    "gemini",
    "thoughts and Google's own tools are counted apart",
    {
      promptTokenCount: 900,
      cachedContentTokenCount: 600,
      toolUsePromptTokenCount: 100,
      candidatesTokenCount: 100,
      thoughtsTokenCount: 200,
      totalTokenCount: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, reasoning: 200 },
  ),
  sample(
    "gemini",
    "without an answer",
    { promptTokenCount: 12, thoughtsTokenCount: 7, totalTokenCount: 19 },
    {
      input: 12,
      output: 7,
      reasoning: 7,
    },
  ),
  sample(
    "gemini-interactions",
    "thoughts and Google's own tools are counted apart",
    {
      total_input_tokens: 900,
      total_cached_tokens: 600,
      total_tool_use_tokens: 100,
      total_output_tokens: 100,
      total_thought_tokens: 200,
      total_tokens: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, reasoning: 200 },
  ),
  sample(
    "bedrock",
    "cached tokens are counted apart",
    {
      inputTokens: 300,
      cacheReadInputTokens: 600,
      cacheWriteInputTokens: 100,
      cacheDetails: [
        { ttl: "1h", inputTokens: 40 },
        { ttl: "5m", inputTokens: 60 },
      ],
      outputTokens: 300,
      totalTokens: 1300,
    },
    { input: 1000, output: 300, cacheRead: 600, cacheWrite: 100 },
  ),
  sample("ollama", "thinking is included", { prompt_eval_count: 1000, eval_count: 300 }, { input: 1000, output: 300 }),
  sample("ollama", "a prompt that was cached", { eval_count: 3 }, { output: 3 }),
];

/** The counts that the client's SDK or its agent reads, with the totals that it adds up itself. */
const READ: Readonly<Record<string, (answer: JsonObject) => Partial<Counts> & { readonly total?: number }>> = {
  "openai-chat": readChat,
  openrouter: readChat,
  "openai-responses": ({ usage }) => ({
    input: at(usage, "input_tokens"),
    output: at(usage, "output_tokens"),
    cacheRead: at(usage, "input_tokens_details", "cached_tokens"),
    cacheWrite: at(usage, "input_tokens_details", "cache_write_tokens"),
    reasoning: at(usage, "output_tokens_details", "reasoning_tokens"),
    total: at(usage, "total_tokens"),
  }),
  anthropic: ({ usage }) => {
    const [cacheRead, cacheWrite] = [at(usage, "cache_read_input_tokens"), at(usage, "cache_creation_input_tokens")];
    const written =
      at(usage, "cache_creation", "ephemeral_5m_input_tokens") +
      at(usage, "cache_creation", "ephemeral_1h_input_tokens");
    if (written > 0) expect(written).toBe(cacheWrite);
    return {
      input: at(usage, "input_tokens") + cacheRead + cacheWrite,
      output: at(usage, "output_tokens"),
      cacheRead,
      cacheWrite,
      reasoning: at(usage, "output_tokens_details", "thinking_tokens"),
    };
  },
  gemini: ({ usageMetadata: usage }) => ({
    input: at(usage, "promptTokenCount") + at(usage, "toolUsePromptTokenCount"),
    output: at(usage, "candidatesTokenCount") + at(usage, "thoughtsTokenCount"),
    cacheRead: at(usage, "cachedContentTokenCount"),
    reasoning: at(usage, "thoughtsTokenCount"),
    total: at(usage, "totalTokenCount"),
  }),
  "gemini-interactions": ({ usage }) => ({
    input: at(usage, "total_input_tokens") + at(usage, "total_tool_use_tokens"),
    output: at(usage, "total_output_tokens") + at(usage, "total_thought_tokens"),
    cacheRead: at(usage, "total_cached_tokens"),
    reasoning: at(usage, "total_thought_tokens"),
    total: at(usage, "total_tokens"),
  }),
  ollama: (answer) => ({ input: at(answer, "prompt_eval_count"), output: at(answer, "eval_count") }),
  bedrock: ({ usage }) => {
    const [cacheRead, cacheWrite] = [at(usage, "cacheReadInputTokens"), at(usage, "cacheWriteInputTokens")];
    return {
      input: at(usage, "inputTokens") + cacheRead + cacheWrite,
      output: at(usage, "outputTokens"),
      cacheRead,
      cacheWrite,
      total: at(usage, "totalTokens"),
    };
  },
};

function readChat({ usage }: JsonObject): ReturnType<(typeof READ)[string]> {
  const cacheRead = at(usage, "prompt_tokens_details", "cached_tokens");
  return {
    input: at(usage, "prompt_tokens"),
    output: at(usage, "completion_tokens"),
    cacheRead: cacheRead || at(usage, "prompt_cache_hit_tokens") || at(usage, "cached_tokens"),
    cacheWrite: at(usage, "prompt_tokens_details", "cache_write_tokens"),
    reasoning: at(usage, "completion_tokens_details", "reasoning_tokens"),
    total: at(usage, "total_tokens"),
  };
}

function at(value: Json | undefined, ...path: readonly string[]): number {
  const found = path.reduce<Json | undefined>((each, name) => (each as JsonObject | undefined)?.[name], value);
  return typeof found === "number" ? found : 0;
}

const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const item = {
  type: "message",
  id: "i1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hi", annotations: [] }],
};
const response = { id: "r1", object: "response", created_at: 1, model: "m", status: "completed", output: [item] };
const message = {
  id: "m1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: null,
  stop_sequence: null,
};
const interaction = { id: "v1", object: "interaction", model: "m" };
const line = { model: "m", created_at: "2026-11-15T00:00:00Z" };
const text = { role: "assistant", content: "Hi" };

type Make = (usage: JsonObject) => JsonObject;

/** Whole answers that say "Hi". */
const WHOLE: Readonly<Record<string, Make>> = {
  "openai-chat": wholeChat,
  openrouter: wholeChat,
  "openai-responses": (usage) => ({ ...response, usage }),
  anthropic: (usage) => ({ ...message, content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn", usage }),
  gemini: (usageMetadata) => ({
    candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 }],
    usageMetadata,
    modelVersion: "m",
  }),
  "gemini-interactions": (usage) => ({
    ...interaction,
    status: "completed",
    steps: [{ type: "model_output", content: [{ type: "text", text: "Hi" }] }],
    usage,
  }),
  ollama: (usage) => ({ ...line, message: text, done: true, done_reason: "stop", ...usage }),
  bedrock: (usage) => ({
    output: { message: { role: "assistant", content: [{ text: "Hi" }] } },
    stopReason: "end_turn",
    usage,
    metrics: { latencyMs: 1 },
  }),
};

function wholeChat(usage: JsonObject): JsonObject {
  return { ...chunk, object: "chat.completion", choices: [{ index: 0, message: text, finish_reason: "stop" }], usage };
}

const chatStart = { ...chunk, choices: [{ index: 0, delta: text, finish_reason: null }] };
const chatEnd = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
const part = { item_id: "i1", output_index: 0, content_index: 0 };

/** Streams of the same answer, in all ways in which their providers send usage. */
const STREAMS: Readonly<Record<string, readonly ((usage: JsonObject) => JsonObject[])[]>> = {
  "openai-chat": [
    (usage) => [chatStart, chatEnd, { ...chunk, choices: [], usage }],
    (usage) => [
      { ...chatStart, usage: null },
      { ...chatEnd, usage },
    ],
    // On every chunk, cumulative.
    (usage) => [
      { ...chatStart, usage: { ...usage, completion_tokens: 1 } },
      { ...chatEnd, usage },
    ],
    (usage) => [chatStart, { ...chatEnd, usage }, { ...chunk, choices: [], usage }],
    // Groq, Moonshot.
    (usage) => [chatStart, { ...chatEnd, x_groq: { id: "r", usage } }],
    (usage) => [chatStart, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] }],
  ],
  openrouter: [(usage) => [chatStart, chatEnd, { ...chunk, choices: [], usage }]],
  "openai-responses": [
    (usage) => [
      { type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", sequence_number: 1, output_index: 0, item: { ...item, content: [] } },
      { type: "response.output_text.delta", sequence_number: 2, ...part, delta: "Hi" },
      { type: "response.output_item.done", sequence_number: 3, output_index: 0, item },
      { type: "response.completed", sequence_number: 4, response: { ...response, usage } },
    ],
  ],
  anthropic: [
    (usage) => anthropicStream({ ...usage, output_tokens: 2 }, { output_tokens: usage.output_tokens ?? 0 }),
    (usage) => anthropicStream({ ...usage, output_tokens: 2 }, usage),
    // Servers that count the prompt only at the end.
    (usage) => anthropicStream({ input_tokens: 0, output_tokens: 0 }, usage),
  ],
  gemini: [
    (usageMetadata) => geminiStream({}, { usageMetadata }),
    (usageMetadata) =>
      geminiStream(
        { usageMetadata: { promptTokenCount: usageMetadata.promptTokenCount ?? 0, totalTokenCount: 1 } },
        { usageMetadata },
      ),
    (usageMetadata) => geminiStream({ usageMetadata: { trafficType: "ON_DEMAND" } }, { usageMetadata }),
    (usageMetadata) => geminiStream({ usageMetadata }, {}),
  ],
  "gemini-interactions": [
    (usage) => [
      { event_type: "interaction.created", interaction: { ...interaction, status: "in_progress" } },
      { event_type: "step.start", index: 0, step: { type: "model_output" } },
      { event_type: "step.delta", index: 0, delta: { type: "text", text: "Hi" } },
      { event_type: "step.stop", index: 0 },
      { event_type: "interaction.completed", interaction: { ...interaction, status: "completed", usage } },
    ],
  ],
  ollama: [
    (usage) => [
      { ...line, message: text, done: false },
      { ...line, message: { role: "assistant", content: "" }, done: true, done_reason: "stop", ...usage },
    ],
  ],
  bedrock: [
    (usage) => [
      { messageStart: { role: "assistant" } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "end_turn" } },
      { metadata: { usage, metrics: { latencyMs: 1 } } },
    ],
  ],
};

function anthropicStream(first: JsonObject, last: JsonObject): JsonObject[] {
  return [
    { type: "message_start", message: { ...message, usage: first } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: last },
    { type: "message_stop" },
  ];
}

function geminiStream(first: JsonObject, last: JsonObject): JsonObject[] {
  const candidate = (words: string) => ({ content: { role: "model", parts: [{ text: words }] }, index: 0 });
  return [
    { candidates: [candidate("Hi")], modelVersion: "m", ...first },
    { candidates: [{ ...candidate(""), finishReason: "STOP" }], modelVersion: "m", ...last },
  ];
}

const REQUESTS: Readonly<Record<string, JsonObject>> = {
  "openai-chat": { model: "m", messages: [{ role: "user", content: "Hi" }], stream_options: { include_usage: true } },
  openrouter: { model: "m", messages: [{ role: "user", content: "Hi" }], stream_options: { include_usage: true } },
  "openai-responses": { model: "m", input: "Hi" },
  anthropic: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
  gemini: { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  "gemini-interactions": { model: "m", input: "Hi" },
  ollama: { model: "m", messages: [{ role: "user", content: "Hi" }] },
  bedrock: { messages: [{ role: "user", content: [{ text: "Hi" }] }] },
};

describe.each(SAMPLES)("usage of $provider: $name", ({ provider, usage, counts }) => {
  const { input, output, cacheRead, cacheWrite, reasoning } = counts;

  it("is read as what is charged, from a whole answer and from every stream of it", () => {
    const client = provider === "anthropic" ? "openai-chat" : "anthropic";
    const bridge = createBridge({ client, provider });
    expect(charged(bridge.response(WHOLE[provider]?.(usage) ?? {}).usage)).toEqual(counts);
    for (const passes of [false, true])
      for (const make of STREAMS[provider] ?? []) {
        const stream = createBridge({ client: passes ? provider : client, provider }).stream();
        stream.push(written(provider, make(usage)));
        stream.end();
        expect([stream.failure, charged(stream.usage)]).toEqual([undefined, counts]);
      }
  });

  it.each(DIALECTS)("is the same in an answer and in a stream for a client of %s", (client) => {
    const read = READ[client] ?? (() => ({}));
    const bridge = createBridge({ client, provider });
    bridge.request({
      ...REQUESTS[client],
      ...(client.startsWith("gemini") || client === "bedrock" ? {} : { stream: true }),
    });
    const answers = [bridge.response(WHOLE[provider]?.(usage) ?? {}).value];
    for (const make of STREAMS[provider] ?? []) {
      // Usage that is passed on stays where the provider has put it.
      if (client === provider) continue;
      const stream = bridge.stream();
      answers.push(assembled(client, stream.push(written(provider, make(usage))) + stream.end()));
    }
    // xAI's own counts, as it has sent them.
    const hasOwnReasoning = client === provider && at(usage, "total_tokens") === 560;
    for (const answer of answers) {
      const { total = input + output, ...told }: Partial<Counts> & { total?: number } = read(answer);
      const all: Record<string, number> = { input, output, cacheRead, cacheWrite, reasoning };
      const expected = Object.fromEntries(Object.keys(told).map((name) => [name, all[name]]));
      const isXai = hasOwnReasoning ? { output: output - reasoning } : {};
      expect(told).toEqual({ ...expected, ...isXai });
      if (client !== provider || "total_tokens" in usage) expect(total).toBe(input + output);
    }
  });
});

function charged(usage: Usage = {}): Counts {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage;
  return { input, output, cacheRead, cacheWrite, reasoning };
}

function written(dialect: string, events: readonly JsonObject[]): string {
  const isLines = dialect === "ollama" || dialect === "bedrock";
  const lines = events.map((event) => {
    const name = typeof event.type === "string" ? `event: ${event.type}\n` : "";
    return isLines ? `${JSON.stringify(event)}\n` : `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const end = dialect === "openai-chat" || dialect === "openrouter" ? "data: [DONE]\n\n" : "";
  return lines.join("") + end;
}

/** Tools that the bridge hides behind a search, so that a turn takes two requests to the provider. */
const DEFERRED = ["a", "b", "c"].map((name) => ({
  ...{ name, description: `Does ${name}.`, input_schema: { type: "object" }, defer_loading: true },
}));
const SEARCH = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
const SEARCHING = { ...REQUESTS.anthropic, stream: true, tools: [SEARCH, ...DEFERRED] };

/** Turns an answer that says "Hi", or a stream of it, into one that searches. */
const SEARCHED: Readonly<Record<string, (answer: JsonObject) => JsonObject>> = {
  "openai-chat": (answer) => {
    const call = { id: "s", type: "function", function: { name: "search_tools", arguments: '{"query":"a"}' } };
    return replaced(answer, '"content":"Hi"', `"tool_calls":${JSON.stringify([{ index: 0, ...call }])}`);
  },
  gemini: (answer) =>
    replaced(answer, '"text":"Hi"', '"functionCall":{"id":"s","name":"search_tools","args":{"query":"a"}}'),
  ollama: (answer) => {
    const call = { function: { name: "search_tools", arguments: { query: "a" } } };
    return replaced(answer, '"content":"Hi"', `"content":"","tool_calls":${JSON.stringify([call])}`);
  },
};

function replaced(answer: JsonObject, part: string, by: string): JsonObject {
  return JSON.parse(JSON.stringify(answer).replace(part, by));
}

const SEARCHES = SAMPLES.filter(({ provider, counts }) => provider in SEARCHED && counts.input > 0);

describe.each(SEARCHES)("usage of two requests to $provider: $name", ({ provider, usage, counts }) => {
  const searched = SEARCHED[provider] ?? ((answer) => answer);
  const begun = () => {
    const bridge = createBridge({ client: "anthropic", provider, emulateToolSearch: { moreThan: 1 } });
    bridge.request(SEARCHING);
    return bridge;
  };
  const twice = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, 2 * count]));
  const { input, output } = twice;

  it("is the sum of both in a whole answer", () => {
    const bridge = begun();
    const answer = WHOLE[provider]?.(usage) ?? {};
    const { paused } = bridge.response(searched(answer));
    expect(paused).toBeDefined();
    const both = bridge.response(answer, { continues: paused });
    expect(charged(both.usage)).toEqual(twice);
    expect(READ.anthropic?.(both.value)).toMatchObject({ input, output });
  });

  it("is the sum of both in a stream, and known at each time", () => {
    for (const make of STREAMS[provider] ?? []) {
      const stream = begun().stream();
      let out = stream.push(written(provider, make(usage).map(searched)));
      if (stream.paused === undefined) out += stream.end();
      expect(stream.paused).toBeDefined();
      stream.resume();
      expect(charged(stream.usage)).toEqual(counts);
      out += stream.push(written(provider, make(usage))) + stream.end();
      expect(charged(stream.usage)).toEqual(twice);
      expect(READ.anthropic?.(assembled("anthropic", out))).toMatchObject({ input, output });
    }
  });
});

describe("a complete answer that is an error to the client", () => {
  const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 5, totalTokenCount: 55 };
  const malformed = { candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", index: 0 }], usageMetadata };

  it("tells what it has used", () => {
    const answer = createBridge({ client: "anthropic", provider: "gemini" }).response(malformed);
    expect([answer.status, charged(answer.usage)]).toMatchObject([502, { input: 50, output: 5 }]);
    const stream = createBridge({ client: "anthropic", provider: "gemini" }).stream();
    stream.push(written("gemini", [malformed]));
    stream.end();
    expect(charged(stream.failure?.usage)).toMatchObject({ input: 50, output: 5 });
  });
});

it("tells the counts of a stream that breaks off after them", () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 30, total_tokens: 1030 };
  const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
  stream.push(`data: ${JSON.stringify({ ...chatStart, usage })}\n\n`);
  stream.fail("the connection broke");
  expect(charged(stream.usage)).toMatchObject({ input: 1000, output: 30 });
});
