import type { JsonObject } from "@toolglot/core";

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
export const WHOLE: Readonly<Record<string, Make>> = {
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

/** A chunk with all of the text. */
export const CHAT_START = { ...chunk, choices: [{ index: 0, delta: text, finish_reason: null }] };
const chatEnd = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
const part = { item_id: "i1", output_index: 0, content_index: 0 };

/** Streams of the same answer, in all ways in which their providers send usage. */
export const STREAMS: Readonly<Record<string, readonly ((usage: JsonObject) => JsonObject[])[]>> = {
  "openai-chat": [
    (usage) => [CHAT_START, chatEnd, { ...chunk, choices: [], usage }],
    (usage) => [
      { ...CHAT_START, usage: null },
      { ...chatEnd, usage },
    ],
    // On every chunk, cumulative.
    (usage) => [
      { ...CHAT_START, usage: { ...usage, completion_tokens: 1 } },
      { ...chatEnd, usage },
    ],
    (usage) => [CHAT_START, { ...chatEnd, usage }, { ...chunk, choices: [], usage }],
    // Groq, Moonshot.
    (usage) => [CHAT_START, { ...chatEnd, x_groq: { id: "r", usage } }],
    (usage) => [CHAT_START, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] }],
  ],
  openrouter: [(usage) => [CHAT_START, chatEnd, { ...chunk, choices: [], usage }]],
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

/** A request of each dialect. */
export const REQUESTS: Readonly<Record<string, JsonObject>> = {
  "openai-chat": { model: "m", messages: [{ role: "user", content: "Hi" }], stream_options: { include_usage: true } },
  openrouter: { model: "m", messages: [{ role: "user", content: "Hi" }], stream_options: { include_usage: true } },
  "openai-responses": { model: "m", input: "Hi" },
  anthropic: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
  gemini: { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  "gemini-interactions": { model: "m", input: "Hi" },
  ollama: { model: "m", messages: [{ role: "user", content: "Hi" }] },
  bedrock: { messages: [{ role: "user", content: [{ text: "Hi" }] }] },
};

/** Events as their provider sends them. */
export function written(dialect: string, events: readonly JsonObject[]): string {
  const isLines = dialect === "ollama" || dialect === "bedrock";
  const lines = events.map((event) => {
    const name = typeof event.type === "string" ? `event: ${event.type}\n` : "";
    return isLines ? `${JSON.stringify(event)}\n` : `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const end = dialect === "openai-chat" || dialect === "openrouter" ? "data: [DONE]\n\n" : "";
  return lines.join("") + end;
}
