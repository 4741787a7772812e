import { isObject, type JsonObject, stringifyJson } from "@toolglot/core";
import type { Answer, AnswerCall, Asked, AskedChoice, AskedResult } from "../conversation.ts";
import { checkContinued, isPausing, pausedBlocks, SIM_CONTAINER } from "../pauses.ts";
import { pieces } from "../pieces.ts";
import { calledUnthinking, checkAnthropic } from "../rules/anthropic.ts";
import { seal } from "../signatures.ts";
import type { Frame, SimDialect, SimRequest } from "./dialect.ts";
import { modelOf, object, objects, string, texts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "anthropic",
  callId: (digits) => `toolu_${digits}`,
  streamType: "text/event-stream; charset=utf-8",
  requestIdHeader: "request-id",
  read,
  whole,
  stream,
  frame: ({ event, data }) =>
    `event: ${event ?? ""}\ndata: ${typeof data === "string" ? data : stringifyJson(data)}\n\n`,
  error: ({ status, message }) => ({
    type: "error",
    error: { type: TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error"), message },
    request_id: "req_sim",
  }),
  streamError: (message) => [{ event: "error", data: { type: "error", error: { type: "overloaded_error", message } } }],
  models: (ids) => ({ data: ids.map(listed), has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }),
  model: listed,
  count: (tokens) => ({ input_tokens: tokens }),
};

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

export function read(request: SimRequest): Asked {
  const { body } = request;
  checkAnthropic(request);
  checkContinued(body);
  const messages = objects(body.messages);
  const choice = object(body.tool_choice);
  const { type: thinking } = object(body.thinking);
  return {
    model: modelOf(body.model),
    streams: body.stream === true,
    tools: objects(body.tools)
      .filter(({ input_schema }) => isObject(input_schema))
      .map(({ name, input_schema }) => ({ name: string(name), kind: "function", schema: input_schema ?? {} })),
    choice: choiceOf(choice),
    parallel: choice.disable_parallel_tool_use !== true,
    lastUserText: texts(messages.findLast(({ role, content }) => role === "user" && texts(content) !== "")?.content),
    results: resultsOf(messages),
    ...formatOf(body),
    wantsReasoning:
      thinking === "adaptive" || thinking === "between_tools" || (thinking === "enabled" && !calledUnthinking(body)),
    wantsUsage: true,
    body,
  };
}

function choiceOf({ type, name }: JsonObject): AskedChoice {
  if (type === "tool") return { mode: "required", names: [string(name)] };
  return { mode: type === "any" ? "required" : type === "none" ? "none" : "auto" };
}

function resultsOf(messages: readonly JsonObject[]): AskedResult[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = objects(messages[last]?.content);
  const blocks = messages.slice(last + 1).flatMap(({ content }) => objects(content));
  return blocks
    .filter(({ type }) => type === "tool_result")
    .map(({ tool_use_id, content }) => ({
      name: string(calls.find(({ id }) => id === tool_use_id)?.name),
      text: texts(content),
    }));
}

function formatOf({ output_config, output_format }: JsonObject): Pick<Asked, "format"> {
  const { type, schema } = object(object(output_config).format ?? output_format);
  return type === "json_schema" ? { format: { schema: schema ?? {} } } : {};
}

export function whole(answer: Answer, asked: Asked): JsonObject {
  return {
    ...common(answer, asked),
    content: blocksOf(answer, asked),
    ...endOf(answer, asked),
    usage: usageOf(answer, answer.usage.output),
  };
}

export function stream(answer: Answer, asked: Asked): Frame[] {
  const message = {
    ...common(answer, asked),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(answer, 1),
  };
  return [
    { type: "message_start", message },
    ...blocksOf(answer, asked).flatMap(blockEvents),
    {
      type: "message_delta",
      delta: endOf(answer, asked),
      usage: { output_tokens: answer.usage.output },
    },
    { type: "message_stop" },
  ].map((data) => ({ event: string(data.type), data }));
}

function blocksOf({ reasoning, text, calls }: Answer, asked: Asked): JsonObject[] {
  if (isPausing(asked)) return pausedBlocks(asked);
  const { body } = asked;
  const shown = object(body.thinking).display === "omitted" ? "" : reasoning;
  return [
    ...(shown === undefined ? [] : [{ type: "thinking", thinking: shown, signature: seal("anthropic", shown) }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(useOf),
  ];
}

function useOf({ id, name, input }: AnswerCall): JsonObject {
  return {
    type: "tool_use",
    id,
    name,
    input: typeof input === "string" ? { input } : input,
    caller: { type: "direct" },
  };
}

function blockEvents(block: JsonObject, index: number): JsonObject[] {
  const { start, deltas } = taken(block);
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** A block as it begins, and what is added to it. */
function taken(block: JsonObject): { start: JsonObject; deltas: JsonObject[] } {
  if (block.type === "thinking")
    return {
      start: { ...block, thinking: "", signature: "" },
      deltas: [
        ...pieces(string(block.thinking)).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: string(block.signature) },
      ],
    };
  if (block.type === "text")
    return {
      start: { ...block, text: "" },
      deltas: pieces(string(block.text)).map((text) => ({ type: "text_delta", text })),
    };
  if (block.input === undefined) return { start: block, deltas: [] };
  const parts = ["", ...pieces(stringifyJson(object(block.input)))];
  return {
    start: { ...block, input: {} },
    deltas: parts.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  };
}

function common({ id }: Answer, { model }: Asked): JsonObject {
  return { id: `msg_${id.slice(0, 24)}`, type: "message", role: "assistant", model };
}

function endOf(answer: Answer, asked: Asked): JsonObject {
  if (!isPausing(asked)) return { stop_reason: stopOf(answer), stop_sequence: null };
  return { stop_reason: "pause_turn", stop_sequence: null, container: SIM_CONTAINER };
}

function stopOf({ finish, calls }: Answer): string {
  if (finish === "length") return "max_tokens";
  if (finish === "filter") return "refusal";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function usageOf({ usage }: Answer, output: number): JsonObject {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
    service_tier: "standard",
  };
}

function listed(id: string): JsonObject {
  return { type: "model", id, display_name: id, created_at: "2026-09-21T14:13:20Z" };
}
