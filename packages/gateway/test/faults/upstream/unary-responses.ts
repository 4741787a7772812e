import { type ClientDialect, DIALECTS } from "../../clients/requests.ts";

/** A dialect whose streams are text. */
export type TextDialect = Exclude<ClientDialect, "bedrock">;

export const TEXT_DIALECTS: readonly TextDialect[] = DIALECTS.filter((dialect) => dialect !== "bedrock");

const ARGUMENTS = '{"city":"Paris"}';
const PARAMETERS = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const FUNCTION = { name: "get_weather", description: "The weather in a city", parameters: PARAMETERS };

/** The tool that each client offers. */
export const OFFERED: Readonly<Record<ClientDialect, object>> = {
  "openai-chat": { tools: [{ type: "function", function: FUNCTION }] },
  "openai-responses": { tools: [{ type: "function", ...FUNCTION, strict: false }] },
  anthropic: { tools: [{ name: FUNCTION.name, description: FUNCTION.description, input_schema: PARAMETERS }] },
  gemini: { tools: [{ functionDeclarations: [FUNCTION] }] },
  "gemini-interactions": { tools: [{ type: "function", ...FUNCTION }] },
  ollama: { tools: [{ type: "function", function: FUNCTION }] },
  bedrock: {
    toolConfig: {
      tools: [
        { toolSpec: { name: FUNCTION.name, description: FUNCTION.description, inputSchema: { json: PARAMETERS } } },
      ],
    },
  },
};

const CHAT_USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const RESPONSES_USAGE = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
};
const TEXT_ITEM = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hello", annotations: [] }],
};
const CALL_ITEM = {
  id: "fc_1",
  type: "function_call",
  status: "completed",
  call_id: "call_1",
  name: "get_weather",
  arguments: ARGUMENTS,
};
const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "x",
  output: [TEXT_ITEM, CALL_ITEM],
  usage: RESPONSES_USAGE,
};
const GEMINI_PARTS = [
  { text: "Hello" },
  { functionCall: { id: "call_1", name: "get_weather", args: { city: "Paris" } } },
];
const GEMINI_USAGE = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 };
const INTERACTION = {
  id: "v1_1",
  object: "interaction",
  status: "requires_action",
  model: "x",
  usage: { total_tokens: 18, total_input_tokens: 11, total_output_tokens: 7 },
};
const CALL_STEP = { type: "function_call", id: "call_1", name: "get_weather" };
const OLLAMA_CALL = { id: "call_1", function: { name: "get_weather", arguments: { city: "Paris" } } };
const OLLAMA_END = { done: true, done_reason: "stop", prompt_eval_count: 11, eval_count: 7 };
const OLLAMA = { model: "x", created_at: "2026-01-01T00:00:00Z" };
const CLAUDE = { id: "msg_1", type: "message", role: "assistant", model: "x", stop_sequence: null };

/** A whole answer of each provider: a text, a call and its usage. */
export const ANSWERS: Readonly<Record<ClientDialect, object>> = {
  "openai-chat": {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "x",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: "Hello",
          tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: ARGUMENTS } }],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: CHAT_USAGE,
  },
  "openai-responses": RESPONSE,
  anthropic: {
    ...CLAUDE,
    content: [
      { type: "text", text: "Hello" },
      { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Paris" } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 11, output_tokens: 7 },
  },
  gemini: {
    candidates: [{ index: 0, content: { role: "model", parts: GEMINI_PARTS }, finishReason: "STOP" }],
    usageMetadata: GEMINI_USAGE,
    modelVersion: "x",
    responseId: "r1",
  },
  "gemini-interactions": {
    ...INTERACTION,
    steps: [
      { type: "model_output", content: [{ type: "text", text: "Hello" }] },
      { ...CALL_STEP, arguments: { city: "Paris" } },
    ],
  },
  ollama: { ...OLLAMA, message: { role: "assistant", content: "Hello", tool_calls: [OLLAMA_CALL] }, ...OLLAMA_END },
  bedrock: {
    output: {
      message: {
        role: "assistant",
        content: [
          { text: "Hello" },
          { toolUse: { toolUseId: "call_1", name: "get_weather", input: { city: "Paris" } } },
        ],
      },
    },
    stopReason: "tool_use",
    usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
    metrics: { latencyMs: 1 },
  },
};

/** An error of each provider that comes as a success. */
export const FAILURES: Readonly<Record<ClientDialect, object>> = {
  "openai-chat": { error: { message: "no more credit", type: "insufficient_quota", code: "insufficient_quota" } },
  "openai-responses": {
    ...RESPONSE,
    status: "failed",
    output: [],
    error: { code: "server_error", message: "no more credit" },
  },
  anthropic: { type: "error", error: { type: "overloaded_error", message: "no more credit" } },
  gemini: { error: { code: 429, message: "no more credit", status: "RESOURCE_EXHAUSTED" } },
  "gemini-interactions": { error: { message: "no more credit", code: "too_many_requests" } },
  ollama: { error: "no more credit" },
  bedrock: { __type: "ThrottlingException", message: "no more credit" },
};

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const event = ({ type, ...more }: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${type}\n${data({ type, ...more })}`;
const stepEvent = ({ type, ...more }: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${type}\n${data({ ...more, event_type: type })}`;
const chunk = (delta: object, finish: string | null = null) =>
  data({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "x",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

/** The same answer as a stream, of each provider that is not told by the path whether to stream. */
export const EVENTS: Readonly<Record<TextDialect, string>> = {
  "openai-chat": [
    chunk({ role: "assistant", content: "Hel" }),
    chunk({ content: "lo" }),
    chunk({
      tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "get_weather", arguments: "" } }],
    }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: ARGUMENTS } }] }),
    chunk({}, "tool_calls"),
    data({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "x", choices: [], usage: CHAT_USAGE }),
    "data: [DONE]\n\n",
  ].join(""),
  "openai-responses": [
    event({ type: "response.created", response: { ...RESPONSE, status: "in_progress", output: [], usage: null } }),
    event({ type: "response.output_item.added", output_index: 0, item: { ...TEXT_ITEM, content: [] } }),
    event({
      type: "response.content_part.added",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      part: { type: "output_text", text: "", annotations: [] },
    }),
    event({
      type: "response.output_text.delta",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      delta: "Hello",
    }),
    event({ type: "response.output_item.done", output_index: 0, item: TEXT_ITEM }),
    event({ type: "response.output_item.added", output_index: 1, item: { ...CALL_ITEM, arguments: "" } }),
    event({
      type: "response.function_call_arguments.delta",
      item_id: "fc_1",
      output_index: 1,
      delta: ARGUMENTS,
    }),
    event({ type: "response.output_item.done", output_index: 1, item: CALL_ITEM }),
    event({ type: "response.completed", response: RESPONSE }),
  ].join(""),
  anthropic: [
    event({
      type: "message_start",
      message: { ...CLAUDE, content: [], stop_reason: null, usage: { input_tokens: 11, output_tokens: 1 } },
    }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } }),
    event({ type: "content_block_stop", index: 0 }),
    event({
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "call_1", name: "get_weather", input: {} },
    }),
    event({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: ARGUMENTS } }),
    event({ type: "content_block_stop", index: 1 }),
    event({
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event({ type: "message_stop" }),
  ].join(""),
  gemini: [
    data({ candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] } }], modelVersion: "x" }),
    data({
      candidates: [{ content: { role: "model", parts: GEMINI_PARTS.slice(1) }, finishReason: "STOP" }],
      usageMetadata: GEMINI_USAGE,
      modelVersion: "x",
    }),
  ].join(""),
  "gemini-interactions": [
    stepEvent({ type: "interaction.created", interaction: { ...INTERACTION, status: "in_progress" } }),
    stepEvent({ type: "step.start", index: 0, step: { type: "model_output" } }),
    stepEvent({ type: "step.delta", index: 0, delta: { type: "text", text: "Hello" } }),
    stepEvent({ type: "step.stop", index: 0 }),
    stepEvent({ type: "step.start", index: 1, step: { ...CALL_STEP, arguments: {} } }),
    stepEvent({ type: "step.delta", index: 1, delta: { type: "arguments_delta", arguments: ARGUMENTS } }),
    stepEvent({ type: "step.stop", index: 1 }),
    stepEvent({ type: "interaction.completed", interaction: INTERACTION }),
    "event: done\ndata: [DONE]\n\n",
  ].join(""),
  ollama: [
    { ...OLLAMA, message: { role: "assistant", content: "Hel" }, done: false },
    { ...OLLAMA, message: { role: "assistant", content: "lo", tool_calls: [OLLAMA_CALL] }, done: false },
    { ...OLLAMA, message: { role: "assistant", content: "" }, ...OLLAMA_END },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(""),
};
