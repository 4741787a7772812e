import type { Json } from "@toolglot/core";
import { convertTools } from "../support/dynamic.ts";

/** The dialects that hold whole conversations. */
export const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama", "openrouter"] as const;

export type DialectName = (typeof DIALECTS)[number];
export type Fields = { readonly [key: string]: Json };

/** Every two of them that differ. */
export const PAIRS: readonly (readonly [client: DialectName, provider: DialectName])[] = DIALECTS.flatMap((client) =>
  DIALECTS.filter((provider) => provider !== client).map((provider) => [client, provider] as const),
);

/** A model of each that takes whatever a test does not deny it. */
export const MODELS: Readonly<Record<DialectName, string>> = {
  "openai-chat": "gpt-4.1",
  "openai-responses": "gpt-4.1",
  anthropic: "claude-opus-4-5",
  gemini: "gemini-3.8-flash",
  ollama: "qwen3",
  openrouter: "openai/gpt-4.1",
};

export interface Call {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** The output of a model: text, then calls. */
export interface AssistantTurn {
  readonly text?: string;
  readonly calls?: readonly Call[];
}

export interface Result {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

export type Turn =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly assistant: AssistantTurn }
  | { readonly results: readonly Result[] };

export interface ConversationTurns {
  readonly tools?: readonly Json[];
  readonly turns: readonly Turn[];
}

const OBJECT = { type: "object", required: ["city"], properties: { city: { type: "string" } } };

/** Two tools in the dialect MCP. */
export const WEATHER: Json = { name: "get_weather", description: "The weather of a city", inputSchema: OBJECT };
export const TIME: Json = { name: "get_time", description: "The time in a city", inputSchema: OBJECT };

export const PARIS: Call = { id: "call_paris", name: "get_weather", arguments: '{"city":"Paris"}' };
export const OSLO: Call = { id: "call_oslo", name: "get_time", arguments: '{"city":"Oslo"}' };

/** An id as the dialect itself makes them. */
export function idIn(dialect: DialectName, id: string): string {
  return dialect === "anthropic" ? id.replace(/^call_/, "toolu_") : id;
}

function toolsIn(dialect: DialectName, tools: readonly Json[]): readonly Json[] {
  return convertTools(tools, { from: "mcp", to: dialect }).value;
}

/** A request in a dialect. */
export function writeRequest(dialect: DialectName, { tools, turns }: ConversationTurns, fields: Fields = {}): Fields {
  const listed = tools === undefined ? {} : { tools: toolsIn(dialect, tools) };
  const model = MODELS[dialect];
  switch (dialect) {
    case "openai-responses":
      return { model, input: turns.flatMap(responsesTurn), ...listed, ...fields };
    case "anthropic":
      return { model, max_tokens: 4096, messages: turns.flatMap(anthropicTurn), ...listed, ...fields };
    case "gemini":
      return { model, contents: turns.flatMap(geminiTurn), ...listed, ...fields };
    case "ollama":
      return { model, messages: turns.flatMap(ollamaTurn), stream: false, ...listed, ...fields };
    default:
      return { model, messages: turns.flatMap(chatTurn), ...listed, ...fields };
  }
}

/** The same request with one more answer of the model's, as a client sends it back. */
export function withResponse(dialect: DialectName, request: Fields, response: Fields): Fields {
  const list = (key: string) => (request[key] ?? []) as readonly Json[];
  switch (dialect) {
    case "openai-responses":
      return { ...request, input: [...list("input"), ...(response.output as readonly Json[])] };
    case "anthropic":
      return { ...request, messages: [...list("messages"), { role: "assistant", content: response.content ?? null }] };
    case "gemini":
      return { ...request, contents: [...list("contents"), at(response, "candidates", 0, "content")] };
    case "ollama":
      return { ...request, messages: [...list("messages"), response.message ?? null] };
    default:
      return { ...request, messages: [...list("messages"), at(response, "choices", 0, "message")] };
  }
}

/** The same request with more turns. */
export function withTurns(dialect: DialectName, request: Fields, turns: readonly Turn[]): Fields {
  const key = dialect === "openai-responses" ? "input" : dialect === "gemini" ? "contents" : "messages";
  const written = writeRequest(dialect, { turns })[key] as readonly Json[];
  return { ...request, [key]: [...(request[key] as readonly Json[]), ...written] };
}

/** What stands at a place of a JSON value; null where nothing does. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json {
  let found: Json | undefined = value;
  for (const key of path) found = (found as { readonly [key: string]: Json } | null | undefined)?.[key];
  return found ?? null;
}

function input(call: Call): Json {
  return JSON.parse(call.arguments) as Json;
}

function chatTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("assistant" in turn) return [chatMessage(turn.assistant)];
  return turn.results.map(({ id, content }) => ({ role: "tool", tool_call_id: id, content }));
}

function chatMessage({ text, calls = [] }: AssistantTurn): Fields {
  return {
    role: "assistant",
    content: text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls.map(chatCall) } : {}),
  };
}

export function chatCall({ id, name, arguments: text }: Call): Fields {
  return { id, type: "function", function: { name, arguments: text } };
}

function responsesTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("results" in turn)
    return turn.results.map(({ id, content }) => ({ type: "function_call_output", call_id: id, output: content }));
  const { text, calls = [] } = turn.assistant;
  const written = text === undefined ? [] : [{ role: "assistant", content: text }];
  return [...written, ...calls.map(({ id, name, arguments: args }) => responsesCall({ id, name, arguments: args }))];
}

function responsesCall({ id, name, arguments: text }: Call): Fields {
  return { type: "function_call", call_id: id, name, arguments: text };
}

function anthropicTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("assistant" in turn) return [{ role: "assistant", content: blocks(turn.assistant) }];
  const content = turn.results.map((result) => ({
    type: "tool_result",
    tool_use_id: idIn("anthropic", result.id),
    content: result.content,
  }));
  return [{ role: "user", content }];
}

function blocks({ text, calls = [] }: AssistantTurn): Json[] {
  return [
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map((call) => ({
      type: "tool_use",
      id: idIn("anthropic", call.id),
      name: call.name,
      input: input(call),
    })),
  ];
}

function geminiTurn(turn: Turn): Json[] {
  if ("system" in turn) return [];
  if ("user" in turn) return [{ role: "user", parts: [{ text: turn.user }] }];
  if ("assistant" in turn) return [{ role: "model", parts: geminiParts(turn.assistant) }];
  const parts = turn.results.map(({ id, name, content }) => ({
    functionResponse: { id, name, response: { output: content } },
  }));
  return [{ role: "user", parts }];
}

function geminiParts({ text, calls = [] }: AssistantTurn): Fields[] {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call, index) => ({
      functionCall: { id: call.id, name: call.name, args: input(call) },
      ...(index === 0 ? { thoughtSignature: "skip_thought_signature_validator" } : {}),
    })),
  ];
}

function ollamaTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: turn.system }];
  if ("user" in turn) return [{ role: "user", content: turn.user }];
  if ("assistant" in turn) return [ollamaMessage(turn.assistant)];
  return turn.results.map(({ id, name, content }) => ({ role: "tool", tool_name: name, tool_call_id: id, content }));
}

function ollamaMessage({ text, calls = [] }: AssistantTurn): Fields {
  const tool_calls = calls.map((call, index) => ({
    id: call.id,
    function: { index, name: call.name, arguments: input(call) },
  }));
  return { role: "assistant", content: text ?? "", ...(calls.length > 0 ? { tool_calls } : {}) };
}

// ── answers ─────────────────────────────────────────────────────────────────

const CHUNK = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" };
const CHAT_USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const RESPONSES_USAGE = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
};
const GEMINI_USAGE = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 };
const OLLAMA_HEAD = { model: "m", created_at: "2026-08-05T08:10:56.372032Z" };
const OLLAMA_TAIL = { done: true, done_reason: "stop", prompt_eval_count: 11, eval_count: 7 };

/** A unary response of a provider. */
export function writeResponse(dialect: DialectName, written: AssistantTurn): Fields {
  const { calls = [] } = written;
  switch (dialect) {
    case "openai-responses":
      return responseObject("completed", responsesOutput(written));
    case "anthropic":
      return {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: blocks(written),
        stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 7 },
      };
    case "gemini":
      return geminiChunk(geminiParts(written).map(unsigned), { finishReason: "STOP" });
    case "ollama":
      return { ...OLLAMA_HEAD, message: ollamaMessage(written), ...OLLAMA_TAIL };
    default:
      return completion(chatMessage(written), calls.length > 0 ? "tool_calls" : "stop");
  }
}

export function completion(message: Json, finish_reason: string): Fields {
  return {
    ...CHUNK,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: CHAT_USAGE,
  };
}

export function responseObject(status: string, output: readonly Json[], fields: Fields = {}): Fields {
  return {
    id: "resp_1",
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
    ...(status === "in_progress" ? {} : { usage: RESPONSES_USAGE }),
    ...fields,
  };
}

export function geminiChunk(parts: readonly Json[], candidate: Fields = {}): Fields {
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...candidate }],
    usageMetadata: GEMINI_USAGE,
    modelVersion: "m",
    responseId: "r_1",
  };
}

function unsigned({ thoughtSignature, ...part }: Fields): Fields {
  return part;
}

function responsesOutput({ text, calls = [] }: AssistantTurn): Fields[] {
  return [
    ...(text === undefined ? [] : [messageItem("completed", text)]),
    ...calls.map((call, index) => ({ ...responsesCall(call), id: `fc_${index}`, status: "completed" })),
  ];
}

function messageItem(status: string, text: string | undefined): Fields {
  const content = text === undefined ? [] : [textPart(text)];
  return { type: "message", id: "msg_1", role: "assistant", status, content };
}

function textPart(text: string): Fields {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

/** The frames of a provider's stream, in order; text and arguments come in two deltas if the dialect has deltas. */
export function writeStream(dialect: DialectName, written: AssistantTurn): string[] {
  switch (dialect) {
    case "openai-responses":
      return responsesFrames(written);
    case "anthropic":
      return anthropicFrames(written);
    case "gemini":
      return geminiFrames(written);
    case "ollama":
      return ollamaFrames(written);
    default:
      return chatFrames(written);
  }
}

function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

export function chatFrame(delta: Json, finish_reason: Json = null): string {
  return data({ ...CHUNK, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
}

export const CHAT_START: string = chatFrame({ role: "assistant", content: "", refusal: null });

export function chatEnd(finish: string): string[] {
  return [chatFrame({}, finish), data({ ...CHUNK, choices: [], usage: CHAT_USAGE }), "data: [DONE]\n\n"];
}

/** One delta of calls. */
export function chatCalls(...tool_calls: readonly Json[]): string {
  return chatFrame({ tool_calls });
}

function chatFrames({ text, calls = [] }: AssistantTurn): string[] {
  return [
    CHAT_START,
    ...(text === undefined ? [] : halves(text).map((content) => chatFrame({ content }))),
    ...calls.flatMap((call, index) => [
      chatCalls({ index, ...chatCall({ ...call, arguments: "" }) }),
      ...halves(call.arguments).map((half) => chatCalls({ index, function: { arguments: half } })),
    ]),
    ...chatEnd(calls.length > 0 ? "tool_calls" : "stop"),
  ];
}

export function data(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** An event that has its name on a line of its own. */
export function event(value: Fields): string {
  return `event: ${String(value.type)}\n${data(value)}`;
}

function responsesFrames(written: AssistantTurn): string[] {
  const { text, calls = [] } = written;
  const first = text === undefined ? 0 : 1;
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const textDeltas =
    text === undefined
      ? []
      : [
          { type: "response.output_item.added", output_index: 0, item: messageItem("in_progress", undefined) },
          { type: "response.content_part.added", ...place, part: textPart("") },
          ...halves(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
          { type: "response.output_text.done", ...place, text, logprobs: [] },
          { type: "response.content_part.done", ...place, part: textPart(text) },
          { type: "response.output_item.done", output_index: 0, item: messageItem("completed", text) },
        ];
  return numbered([
    { type: "response.created", response: responseObject("in_progress", []) },
    { type: "response.in_progress", response: responseObject("in_progress", []) },
    ...textDeltas,
    ...calls.flatMap((call, index) => callEvents(call, first + index, `fc_${index}`)),
    { type: "response.completed", response: responseObject("completed", responsesOutput(written)) },
  ]);
}

export function numbered(events: readonly Fields[]): string[] {
  return events.map((each, sequence_number) => event({ ...each, sequence_number }));
}

/** All that a Responses stream says of one call. */
export function callEvents(call: Call, output_index: number, item_id: string): Fields[] {
  const item = (status: string, text: string) => ({
    ...responsesCall({ ...call, arguments: text }),
    id: item_id,
    status,
  });
  const place = { item_id, output_index };
  return [
    { type: "response.output_item.added", output_index, item: item("in_progress", "") },
    ...halves(call.arguments).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, name: call.name, arguments: call.arguments },
    { type: "response.output_item.done", output_index, item: item("completed", call.arguments) },
  ];
}

export const ANTHROPIC_START: Fields = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 1 },
  },
};

export function anthropicEnd(stop_reason: string): Fields[] {
  return [
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: "message_stop" },
  ];
}

/** All that an Anthropic stream says of one block. */
export function blockEvents(index: number, content_block: Json, deltas: readonly Json[]): Fields[] {
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

export function toolBlock(call: Call): Fields {
  return { type: "tool_use", id: idIn("anthropic", call.id), name: call.name, input: {} };
}

function anthropicFrames({ text, calls = [] }: AssistantTurn): string[] {
  const first = text === undefined ? 0 : 1;
  const textDeltas = text === undefined ? [] : halves(text).map((half) => ({ type: "text_delta", text: half }));
  return [
    ANTHROPIC_START,
    ...(text === undefined ? [] : blockEvents(0, { type: "text", text: "" }, textDeltas)),
    ...calls.flatMap((call, index) => {
      const pieces = halves(call.arguments).map((partial_json) => ({ type: "input_json_delta", partial_json }));
      return blockEvents(first + index, toolBlock(call), pieces);
    }),
    ...anthropicEnd(calls.length > 0 ? "tool_use" : "end_turn"),
  ].map(event);
}

function geminiFrames({ text, calls = [] }: AssistantTurn): string[] {
  const textDeltas = text === undefined ? [] : halves(text).map((half) => geminiChunk([{ text: half }]));
  const called = geminiParts({ calls })
    .map(unsigned)
    .map((part) => geminiChunk([part]));
  return [...textDeltas, ...called, geminiChunk([{ text: "" }], { finishReason: "STOP" })].map(data);
}

function ollamaFrames({ text, calls = [] }: AssistantTurn): string[] {
  const line = (message: Json, rest: Fields = { done: false }) =>
    `${JSON.stringify({ ...OLLAMA_HEAD, message, ...rest })}\n`;
  const textDeltas = text === undefined ? [] : halves(text);
  return [
    ...textDeltas.map((half) => line(ollamaMessage({ text: half }))),
    ...calls.map((call) => line(ollamaMessage({ calls: [call] }))),
    line(ollamaMessage({}), OLLAMA_TAIL),
  ];
}
