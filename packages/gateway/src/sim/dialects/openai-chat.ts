import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { Answer, AnswerCall, Asked, AskedChoice, AskedResult, AskedTool } from "../conversation.ts";
import { pieces } from "../pieces.ts";
import { checkChat } from "../rules/openai-chat.ts";
import type { Frame, SimDialect, SimRequest } from "./dialect.ts";
import { openaiError, openaiModel, openaiModels } from "./openai.ts";
import { modelOf, object, objects, string, texts } from "./reading.ts";

/** Chat Completions, with the reasoning that DeepSeek and others add to it. */
export const dialect: SimDialect = {
  id: "openai-chat",
  callId: (digits) => `call_${digits}`,
  streamType: "text/event-stream; charset=utf-8",
  requestIdHeader: "x-request-id",
  read,
  whole,
  stream,
  frame: ({ data }) => `data: ${typeof data === "string" ? data : stringifyJson(data)}\n\n`,
  error: openaiError,
  streamError: (message) => [{ data: { error: { message, type: "server_error", param: null, code: null } } }],
  models: openaiModels,
  model: openaiModel,
};

export function read({ body }: SimRequest): Asked {
  checkChat(body);
  const format = object(body.response_format);
  const messages = objects(body.messages);
  return {
    model: modelOf(body.model),
    streams: body.stream === true,
    tools: toolsOf(body),
    choice: choiceOf(body.tool_choice ?? body.function_call),
    parallel: body.parallel_tool_calls !== false,
    lastUserText: texts(messages.findLast(({ role }) => role === "user")?.content),
    results: resultsOf(messages),
    ...formatOf(format),
    wantsReasoning: wantsReasoning(body),
    wantsUsage: object(body.stream_options).include_usage === true,
    body,
  };
}

function toolsOf({ tools, functions }: JsonObject): AskedTool[] {
  const legacy = objects(functions).map((fields): JsonObject => ({ type: "function", function: fields }));
  return [...objects(tools), ...legacy].flatMap((tool): AskedTool[] => {
    const { name, parameters } = object(tool.function);
    if (tool.type === "custom") return [{ name: string(object(tool.custom).name), kind: "custom", schema: {} }];
    return tool.type === "function" ? [{ name: string(name), kind: "function", schema: parameters ?? {} }] : [];
  });
}

function choiceOf(choice: Json | undefined): AskedChoice {
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

function resultsOf(messages: readonly JsonObject[]): AskedResult[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = objects(messages[last]?.tool_calls);
  return messages.slice(last + 1).flatMap((message): AskedResult[] => {
    if (message.role === "function") return [{ name: string(message.name), text: texts(message.content) }];
    if (message.role !== "tool") return [];
    const call = calls.find(({ id }) => id === message.tool_call_id);
    return [{ name: call === undefined ? "" : nameOf(call), text: texts(message.content) }];
  });
}

function formatOf({ type, json_schema }: JsonObject): Pick<Asked, "format"> {
  if (type === "json_object") return { format: {} };
  const { schema } = object(json_schema);
  return type === "json_schema" ? { format: { schema: schema ?? {} } } : {};
}

// OpenAI's own models keep their thoughts to themselves here.
function wantsReasoning({ model, reasoning_effort, reasoning }: JsonObject): boolean {
  if (/^(?:gpt-\d|o\d)/.test(string(model))) return false;
  const { effort, max_tokens, enabled } = object(reasoning);
  const wanted = reasoning_effort ?? effort ?? max_tokens ?? enabled;
  return wanted !== undefined && wanted !== null && wanted !== "none" && wanted !== false;
}

export function whole(answer: Answer, asked: Asked): JsonObject {
  const { text, reasoning, calls } = answer;
  const message = {
    role: "assistant",
    content: text ?? null,
    refusal: null,
    annotations: [],
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callObject) }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishOf(answer) };
  return { ...common(answer, asked, "chat.completion"), choices: [choice], usage: usageOf(answer) };
}

export function stream(answer: Answer, asked: Asked): Frame[] {
  const { text, reasoning, calls } = answer;
  const said = asked.wantsUsage ? { usage: null } : {};
  const chunk = (delta: JsonObject, finish: string | null = null): Frame => ({
    data: {
      ...common(answer, asked, "chat.completion.chunk"),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...said,
    },
  });
  return [
    chunk({ role: "assistant", content: text === undefined ? null : "", refusal: null }),
    ...pieces(reasoning ?? "").map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(text ?? "").map((piece) => chunk({ content: piece })),
    ...calls.flatMap((call, index) => callDeltas(call, index).map((delta) => chunk({ tool_calls: [delta] }))),
    chunk({}, finishOf(answer)),
    ...(asked.wantsUsage
      ? [{ data: { ...common(answer, asked, "chat.completion.chunk"), choices: [], usage: usageOf(answer) } }]
      : []),
    { data: "[DONE]" },
  ];
}

function callObject({ id, name, input }: AnswerCall): JsonObject {
  return typeof input === "string"
    ? { id, type: "custom", custom: { name, input } }
    : { id, type: "function", function: { name, arguments: stringifyJson(input) } };
}

function callDeltas({ id, name, input }: AnswerCall, index: number): JsonObject[] {
  if (typeof input === "string")
    return [
      { index, id, type: "custom", custom: { name, input: "" } },
      ...pieces(input).map((piece) => ({ index, custom: { input: piece } })),
    ];
  return [
    { index, id, type: "function", function: { name, arguments: "" } },
    ...pieces(stringifyJson(input)).map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

function common({ id }: Answer, { model }: Asked, kind: string): JsonObject {
  return {
    id: `chatcmpl-${id.slice(0, 29)}`,
    object: kind,
    created: 1_790_000_000,
    model,
    system_fingerprint: "fp_sim",
  };
}

function finishOf({ finish, calls }: Answer): string {
  if (finish === "length") return "length";
  if (finish === "filter") return "content_filter";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function usageOf({ usage: { input, output, reasoning } }: Answer): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
