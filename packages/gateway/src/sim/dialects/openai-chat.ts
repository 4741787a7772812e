import type { Json, JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import type {
  OfferedTool,
  SimConversation,
  SimResponse,
  SimToolCall,
  SimToolChoice,
  SimToolResult,
} from "../conversation.ts";
import { lastWords } from "../own-words.ts";
import { checkChat } from "../rules/openai-chat.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { openaiError, openaiModel, openaiModels } from "./openai.ts";
import { object, objects, requireModel, string, texts, userTexts } from "./reading.ts";

/** Chat Completions, with DeepSeek's `reasoning_content`. */
export const dialect: SimDialect = {
  id: "openai-chat",
  callId: (digits) => `call_${digits}`,
  streamContentType: "text/event-stream; charset=utf-8",
  requestIdHeader: "x-request-id",
  decode: read,
  encodeResponse,
  encodeStream,
  frame: ({ data }) => `data: ${typeof data === "string" ? data : stringifyJson(data)}\n\n`,
  error: openaiError,
  streamError: (message) => [{ data: { error: { message, type: "server_error", param: null, code: null } } }],
  models: openaiModels,
  model: openaiModel,
};

function read({ body }: SimRequest): SimConversation {
  checkChat(body);
  const format = object(body.response_format);
  const messages = objects(body.messages);
  return {
    model: requireModel(body.model),
    stream: body.stream === true,
    tools: toolsOf(body),
    toolChoice: choiceOf(body.tool_choice ?? body.function_call),
    parallel: body.parallel_tool_calls !== false,
    lastUserText: lastWords(userTexts(messages)),
    results: resultsOf(messages),
    ...formatOf(format),
    wantsReasoning: wantsReasoning(body),
    wantsUsage: object(body.stream_options).include_usage === true,
    body,
  };
}

function toolsOf({ tools, functions }: JsonObject): OfferedTool[] {
  const legacy = objects(functions).map((fields): JsonObject => ({ type: "function", function: fields }));
  return [...objects(tools), ...legacy].flatMap((tool): OfferedTool[] => {
    const { name, parameters } = object(tool.function);
    if (tool.type === "custom") return [{ name: string(object(tool.custom).name), kind: "custom", schema: {} }];
    return tool.type === "function" ? [{ name: string(name), kind: "function", schema: parameters ?? {} }] : [];
  });
}

function choiceOf(choice: Json | undefined): SimToolChoice {
  if (choice === "none" || choice === "required") return { mode: choice };
  if (!isObject(choice)) return { mode: "auto" };
  const { mode, tools } = object(choice.allowed_tools);
  if (choice.type === "allowed_tools")
    return { mode: mode === "required" ? "required" : "auto", names: objects(tools).map(nameOf) };
  return { mode: "required", names: [nameOf(choice)] };
}

function nameOf(choice: JsonObject): string {
  return string(object(choice.function).name) || string(object(choice.custom).name) || string(choice.name);
}

function resultsOf(messages: readonly JsonObject[]): SimToolResult[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = objects(messages[last]?.tool_calls);
  return messages.slice(last + 1).flatMap((message): SimToolResult[] => {
    if (message.role === "function") return [{ name: string(message.name), text: texts(message.content) }];
    if (message.role !== "tool") return [];
    const call = calls.find(({ id }) => id === message.tool_call_id);
    return [{ name: call === undefined ? "" : nameOf(call), text: texts(message.content) }];
  });
}

function formatOf({ type, json_schema }: JsonObject): Pick<SimConversation, "format"> {
  if (type === "json_object") return { format: {} };
  const { schema } = object(json_schema);
  return type === "json_schema" ? { format: { schema: schema ?? {} } } : {};
}

// OpenAI's models do not return reasoning in Chat Completions.
function wantsReasoning({ model, reasoning_effort, reasoning }: JsonObject): boolean {
  if (/^(?:gpt-\d|o\d)/.test(string(model))) return false;
  const { effort, max_tokens, enabled } = object(reasoning);
  const wanted = reasoning_effort ?? effort ?? max_tokens ?? enabled;
  return wanted !== undefined && wanted !== null && wanted !== "none" && wanted !== false;
}

export function encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject {
  const { text, reasoning, calls } = response;
  const message = {
    role: "assistant",
    content: text ?? null,
    refusal: null,
    annotations: [],
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callObject) }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishOf(response) };
  return { ...common(response, decoded, "chat.completion"), choices: [choice], usage: usageOf(response) };
}

export function encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[] {
  const { text, reasoning, calls } = response;
  const usageField = decoded.wantsUsage ? { usage: null } : {};
  const chunk = (delta: JsonObject, finish: string | null = null): SimFrame => ({
    data: {
      ...common(response, decoded, "chat.completion.chunk"),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...usageField,
    },
  });
  return [
    chunk({ role: "assistant", content: text === undefined ? null : "", refusal: null }),
    ...splitText(reasoning ?? "").map((piece) => chunk({ reasoning_content: piece })),
    ...splitText(text ?? "").map((piece) => chunk({ content: piece })),
    ...calls.flatMap((call, index) => callDeltas(call, index).map((delta) => chunk({ tool_calls: [delta] }))),
    chunk({}, finishOf(response)),
    ...(decoded.wantsUsage
      ? [{ data: { ...common(response, decoded, "chat.completion.chunk"), choices: [], usage: usageOf(response) } }]
      : []),
    { data: "[DONE]" },
  ];
}

function callObject({ id, name, input }: SimToolCall): JsonObject {
  return typeof input === "string"
    ? { id, type: "custom", custom: { name, input } }
    : { id, type: "function", function: { name, arguments: stringifyJson(input) } };
}

function callDeltas({ id, name, input }: SimToolCall, index: number): JsonObject[] {
  if (typeof input === "string")
    return [
      { index, id, type: "custom", custom: { name, input: "" } },
      ...splitText(input).map((piece) => ({ index, custom: { input: piece } })),
    ];
  return [
    { index, id, type: "function", function: { name, arguments: "" } },
    ...splitText(stringifyJson(input)).map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

function common({ id }: SimResponse, { model }: SimConversation, kind: string): JsonObject {
  return {
    id: `chatcmpl-${id.slice(0, 29)}`,
    object: kind,
    created: 1_790_000_000,
    model,
    system_fingerprint: "fp_sim",
  };
}

function finishOf({ finish, calls }: SimResponse): string {
  if (finish === "length") return "length";
  if (finish === "filter") return "content_filter";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function usageOf({ usage: { input, output, reasoning } }: SimResponse): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
