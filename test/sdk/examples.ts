import type { Json } from "../support/json.ts";
import { frame } from "./traffic.ts";

/** The same answer in every dialect: the text, then one call of `get_weather` for Zürich. */
export interface Example {
  readonly events: readonly Json[];
  /** What ends a stream after its last event. */
  readonly ending?: string;
  readonly whole: Json;
  readonly stop: string;
  readonly failure: Json;
}

export const TEXT = "Wie wäre ☂?";
export const NAME = "get_weather";
export const ARGUMENTS = '{"city":"Zürich"}';
export const ID = "call_1";

/** The bytes of the example's stream, up to the event given. */
export function streamOf(dialect: string, { events, ending = "" }: Example, end?: number): string {
  const framed = events.slice(0, end).map((event) => frame(dialect, JSON.stringify(event)));
  return framed.join("") + (end === undefined ? ending : "");
}

const input = JSON.parse(ARGUMENTS) as Json;
const halves = ['{"city":"Zü', 'rich"}'];
const textDeltas = ["Wie wäre", " ☂?"];

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
const chatUsage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const chatDelta = (delta: Json, finish_reason: Json = null): Json => ({
  ...chunk,
  choices: [{ index: 0, delta, logprobs: null, finish_reason }],
});
const toolCall = { id: ID, type: "function", function: { name: NAME, arguments: ARGUMENTS } };

const openaiChat: Example = {
  events: [
    chatDelta({ role: "assistant", content: "", refusal: null }),
    ...textDeltas.map((content) => chatDelta({ content })),
    chatDelta({ tool_calls: [{ index: 0, ...toolCall, function: { name: NAME, arguments: "" } }] }),
    ...halves.map((half) => chatDelta({ tool_calls: [{ index: 0, function: { arguments: half } }] })),
    chatDelta({}, "tool_calls"),
    { ...chunk, choices: [], usage: chatUsage },
  ],
  ending: "data: [DONE]\n\n",
  whole: {
    ...chunk,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: TEXT, refusal: null, tool_calls: [toolCall] },
        logprobs: null,
        finish_reason: "tool_calls",
      },
    ],
    usage: chatUsage,
  },
  stop: "tool_calls",
  failure: { error: { message: "No.", type: "invalid_request_error", param: null, code: null } },
};

const textPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
const message = (status: string, content: Json[]) => ({
  type: "message",
  id: "m_1",
  role: "assistant",
  status,
  content,
});
const functionCall = (status: string, text: string) => ({
  type: "function_call",
  id: "f_1",
  call_id: ID,
  name: NAME,
  arguments: text,
  status,
});
const response = (status: string, output: Json[]): { [key: string]: Json } => ({
  id: "r_1",
  object: "response",
  created_at: 1,
  status,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model: "m",
  output,
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
});
const inText = { item_id: "m_1", output_index: 0, content_index: 0 };
const inCall = { item_id: "f_1", output_index: 1 };
const done = {
  ...response("completed", [message("completed", [textPart(TEXT)]), functionCall("completed", ARGUMENTS)]),
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 3,
  },
};

const openaiResponses: Example = {
  events: [
    { type: "response.created", response: response("in_progress", []) },
    { type: "response.output_item.added", output_index: 0, item: message("in_progress", []) },
    { type: "response.content_part.added", ...inText, part: textPart("") },
    ...textDeltas.map((delta) => ({ type: "response.output_text.delta", ...inText, delta, logprobs: [] })),
    { type: "response.output_text.done", ...inText, text: TEXT, logprobs: [] },
    { type: "response.content_part.done", ...inText, part: textPart(TEXT) },
    { type: "response.output_item.done", output_index: 0, item: message("completed", [textPart(TEXT)]) },
    { type: "response.output_item.added", output_index: 1, item: functionCall("in_progress", "") },
    ...halves.map((delta) => ({ type: "response.function_call_arguments.delta", ...inCall, delta })),
    { type: "response.function_call_arguments.done", ...inCall, name: NAME, arguments: ARGUMENTS },
    { type: "response.output_item.done", output_index: 1, item: functionCall("completed", ARGUMENTS) },
    { type: "response.completed", response: done },
  ].map((event, sequence_number) => ({ ...event, sequence_number })),
  whole: done,
  stop: "completed",
  failure: { error: { message: "No.", type: "invalid_request_error", param: null, code: null } },
};

const anthropicUsage = { input_tokens: 1, output_tokens: 2 };
const anthropicMessage = { id: "m_1", type: "message", role: "assistant", model: "m" };
const toolUse = { type: "tool_use", id: ID, name: NAME };

const anthropic: Example = {
  events: [
    {
      type: "message_start",
      message: { ...anthropicMessage, content: [], stop_reason: null, stop_sequence: null, usage: anthropicUsage },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...textDeltas.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { ...toolUse, input: {} } },
    ...halves.map((partial_json) => ({
      type: "content_block_delta",
      index: 1,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
  ],
  whole: {
    ...anthropicMessage,
    content: [
      { type: "text", text: TEXT },
      { ...toolUse, input },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: anthropicUsage,
  },
  stop: "tool_use",
  failure: { type: "error", error: { type: "invalid_request_error", message: "No." } },
};

const candidate = (parts: Json[], rest: { [key: string]: Json } = {}): Json => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...rest }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
  modelVersion: "m",
  responseId: "r_1",
});
const geminiCall = { functionCall: { id: ID, name: NAME, args: input } };

const gemini: Example = {
  events: [...textDeltas.map((text) => candidate([{ text }])), candidate([geminiCall], { finishReason: "STOP" })],
  whole: candidate([{ text: TEXT }, geminiCall], { finishReason: "STOP" }),
  stop: "STOP",
  failure: { error: { code: 400, message: "No.", status: "INVALID_ARGUMENT" } },
};

const interaction = { id: "v1_1", object: "interaction", model: "m" };
const interactionDone = {
  ...interaction,
  status: "requires_action",
  usage: { total_input_tokens: 1, total_output_tokens: 2, total_tokens: 3 },
};
const callStep = { type: "function_call", id: ID, name: NAME };
const stepDelta = (index: number, delta: Json): Json => ({ event_type: "step.delta", index, delta });

const geminiInteractions: Example = {
  events: [
    { event_type: "interaction.created", interaction: { ...interaction, status: "in_progress" } },
    { event_type: "step.start", index: 0, step: { type: "model_output" } },
    ...textDeltas.map((text) => stepDelta(0, { type: "text", text })),
    { event_type: "step.stop", index: 0 },
    { event_type: "step.start", index: 1, step: { ...callStep, arguments: {} } },
    ...halves.map((half) => stepDelta(1, { type: "arguments_delta", arguments: half })),
    { event_type: "step.stop", index: 1 },
    { event_type: "interaction.completed", interaction: interactionDone },
  ],
  ending: "event: done\ndata: [DONE]\n\n",
  whole: {
    ...interactionDone,
    steps: [
      { type: "model_output", content: [{ type: "text", text: TEXT }] },
      { ...callStep, arguments: input },
    ],
  },
  stop: "requires_action",
  failure: { error: { message: "No.", code: "invalid_request" } },
};

const ollamaHead = { model: "m", created_at: "2026-08-05T08:10:56.372032Z" };
const ollamaCall = { id: ID, function: { name: NAME, arguments: input } };
const ollamaTail = { done: true, done_reason: "stop", prompt_eval_count: 1, eval_count: 2 };

const ollama: Example = {
  events: [
    ...textDeltas.map((content) => ({ ...ollamaHead, message: { role: "assistant", content }, done: false })),
    { ...ollamaHead, message: { role: "assistant", content: "", tool_calls: [ollamaCall] }, done: false },
    { ...ollamaHead, message: { role: "assistant", content: "" }, ...ollamaTail },
  ],
  whole: { ...ollamaHead, message: { role: "assistant", content: TEXT, tool_calls: [ollamaCall] }, ...ollamaTail },
  stop: "stop",
  failure: { error: "No." },
};

const bedrockUsage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
const bedrockUse = { toolUseId: ID, name: NAME };
const bedrockDelta = (contentBlockIndex: number, delta: Json): Json => ({
  contentBlockDelta: { contentBlockIndex, delta },
});

const bedrock: Example = {
  events: [
    { messageStart: { role: "assistant" } },
    ...textDeltas.map((text) => bedrockDelta(0, { text })),
    { contentBlockStop: { contentBlockIndex: 0 } },
    { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: bedrockUse } } },
    ...halves.map((half) => bedrockDelta(1, { toolUse: { input: half } })),
    { contentBlockStop: { contentBlockIndex: 1 } },
    { messageStop: { stopReason: "tool_use" } },
    { metadata: { usage: bedrockUsage, metrics: { latencyMs: 1 } } },
  ],
  whole: {
    output: { message: { role: "assistant", content: [{ text: TEXT }, { toolUse: { ...bedrockUse, input } }] } },
    stopReason: "tool_use",
    usage: bedrockUsage,
    metrics: { latencyMs: 1 },
  },
  stop: "tool_use",
  failure: { message: "No." },
};

export const examples: Readonly<Record<string, Example>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  bedrock,
};
