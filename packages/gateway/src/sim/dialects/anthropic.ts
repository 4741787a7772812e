import type { JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import type { SimConversation, SimResponse, SimToolCall, SimToolChoice, SimToolResult } from "../conversation.ts";
import { lastWords } from "../own-words.ts";
import { checkContinued, isPausing, pausedBlocks, SIM_CONTAINER } from "../pauses.ts";
import { calledUnthinking, checkAnthropic } from "../rules/anthropic.ts";
import { signatureFor } from "../signatures.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { object, objects, requireModel, string, texts, userTexts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "anthropic",
  callId: (digits) => `toolu_${digits}`,
  streamContentType: "text/event-stream; charset=utf-8",
  requestIdHeader: "request-id",
  decode: read,
  encodeResponse,
  encodeStream,
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
  tokenCount: (tokens) => ({ input_tokens: tokens }),
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

function read(request: SimRequest): SimConversation {
  const { body } = request;
  checkAnthropic(request);
  checkContinued(body);
  const messages = objects(body.messages);
  const choice = object(body.tool_choice);
  const { type: thinking } = object(body.thinking);
  return {
    model: requireModel(body.model),
    stream: body.stream === true,
    tools: objects(body.tools)
      .filter(({ input_schema }) => isObject(input_schema))
      .map(({ name, input_schema }) => ({ name: string(name), kind: "function", schema: input_schema ?? {} })),
    toolChoice: choiceOf(choice),
    parallel: choice.disable_parallel_tool_use !== true,
    lastUserText: lastWords(userTexts(messages)),
    results: resultsOf(messages),
    ...formatOf(body),
    wantsReasoning:
      thinking === "adaptive" || thinking === "between_tools" || (thinking === "enabled" && !calledUnthinking(body)),
    wantsUsage: true,
    body,
  };
}

function choiceOf({ type, name }: JsonObject): SimToolChoice {
  if (type === "tool") return { mode: "required", names: [string(name)] };
  if (type === "any") return { mode: "required" };
  return { mode: type === "none" ? "none" : "auto" };
}

function resultsOf(messages: readonly JsonObject[]): SimToolResult[] {
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

function formatOf({ output_config, output_format }: JsonObject): Pick<SimConversation, "format"> {
  const { type, schema } = object(object(output_config).format ?? output_format);
  return type === "json_schema" ? { format: { schema: schema ?? {} } } : {};
}

function encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject {
  return {
    ...common(response, decoded),
    content: blocksOf(response, decoded),
    ...endOf(response, decoded),
    usage: usageOf(response, response.usage.output),
  };
}

function encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[] {
  const message = {
    ...common(response, decoded),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(response, 1),
  };
  return [
    { type: "message_start", message },
    ...blocksOf(response, decoded).flatMap(blockEvents),
    {
      type: "message_delta",
      delta: endOf(response, decoded),
      usage: { output_tokens: response.usage.output },
    },
    { type: "message_stop" },
  ].map((data) => ({ event: string(data.type), data }));
}

function blocksOf({ reasoning, text, calls }: SimResponse, decoded: SimConversation): JsonObject[] {
  if (isPausing(decoded)) return pausedBlocks(decoded);
  const { body } = decoded;
  const shown = object(body.thinking).display === "omitted" ? "" : reasoning;
  return [
    ...(shown === undefined
      ? []
      : [{ type: "thinking", thinking: shown, signature: signatureFor("anthropic", shown) }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(useOf),
  ];
}

function useOf({ id, name, input }: SimToolCall): JsonObject {
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

/** The start of a block, and its deltas. */
function taken(block: JsonObject): { start: JsonObject; deltas: JsonObject[] } {
  if (block.type === "thinking")
    return {
      start: { ...block, thinking: "", signature: "" },
      deltas: [
        ...splitText(string(block.thinking)).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: string(block.signature) },
      ],
    };
  if (block.type === "text")
    return {
      start: { ...block, text: "" },
      deltas: splitText(string(block.text)).map((text) => ({ type: "text_delta", text })),
    };
  if (block.input === undefined) return { start: block, deltas: [] };
  const parts = ["", ...splitText(stringifyJson(object(block.input)))];
  return {
    start: { ...block, input: {} },
    deltas: parts.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  };
}

function common({ id }: SimResponse, { model }: SimConversation): JsonObject {
  return { id: `msg_${id.slice(0, 24)}`, type: "message", role: "assistant", model };
}

function endOf(response: SimResponse, decoded: SimConversation): JsonObject {
  if (!isPausing(decoded)) return { stop_reason: stopOf(response), stop_sequence: null };
  return { stop_reason: "pause_turn", stop_sequence: null, container: SIM_CONTAINER };
}

function stopOf({ finish, calls }: SimResponse): string {
  if (finish === "length") return "max_tokens";
  if (finish === "filter") return "refusal";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function usageOf({ usage }: SimResponse, output: number): JsonObject {
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
