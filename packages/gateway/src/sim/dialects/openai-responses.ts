import type { Json, JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import type { OfferedTool, SimConversation, SimResponse, SimToolChoice, SimToolResult } from "../conversation.ts";
import { lastWords } from "../own-words.ts";
import { checkResponses, itemsOf } from "../rules/openai-responses.ts";
import { signatureFor } from "../signatures.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { openaiError, openaiModel, openaiModels } from "./openai.ts";
import { object, objects, requireModel, string, texts, userTexts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "openai-responses",
  callId: (digits) => `call_${digits}`,
  streamContentType: "text/event-stream; charset=utf-8",
  requestIdHeader: "x-request-id",
  decode: read,
  encodeResponse,
  encodeStream,
  frame: ({ event, data }) =>
    `event: ${event ?? ""}\ndata: ${typeof data === "string" ? data : stringifyJson(data)}\n\n`,
  error: openaiError,
  streamError: (message) => [
    {
      event: "error",
      data: {
        type: "error",
        sequence_number: 0,
        error: { type: "server_error", code: "server_error", message, param: null },
      },
    },
  ],
  models: openaiModels,
  model: openaiModel,
  tokenCount: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens }),
};

function read({ body }: SimRequest): SimConversation {
  checkResponses(body);
  const items = itemsOf(body);
  const { effort } = object(body.reasoning);
  return {
    model: requireModel(body.model),
    stream: body.stream === true,
    tools: toolsOf(body.tools),
    toolChoice: choiceOf(body.tool_choice),
    parallel: body.parallel_tool_calls !== false,
    lastUserText: lastWords(userTexts(items)),
    results: resultsOf(items),
    ...formatOf(object(object(body.text).format)),
    wantsReasoning: isObject(body.reasoning) && effort !== "none",
    wantsUsage: true,
    body,
  };
}

function toolsOf(tools: Json | undefined): OfferedTool[] {
  return objects(tools).flatMap((tool): OfferedTool[] => {
    if (tool.type === "namespace") return toolsOf(tool.tools);
    if (tool.type !== "function" && tool.type !== "custom") return [];
    return [{ name: string(tool.name), kind: tool.type, schema: tool.parameters ?? {} }];
  });
}

function choiceOf(choice: Json | undefined): SimToolChoice {
  if (choice === "none" || choice === "required") return { mode: choice };
  if (!isObject(choice)) return { mode: "auto" };
  if (choice.type !== "allowed_tools")
    return { mode: "required", ...(choice.name === undefined ? {} : { names: [string(choice.name)] }) };
  const names = objects(choice.tools).map(({ name }) => string(name));
  return { mode: choice.mode === "required" ? "required" : "auto", names };
}

function resultsOf(items: readonly JsonObject[]): SimToolResult[] {
  const last = items.findLastIndex(({ role, type }) => role === "assistant" || CALLS.has(string(type)));
  return items
    .slice(lastResponseStart(items, last) + 1)
    .filter(({ type }) => OUTPUTS.has(string(type)))
    .map(({ call_id, output }) => ({
      name: string(items.find((item) => CALLS.has(string(item.type)) && item.call_id === call_id)?.name),
      text: texts(output),
    }));
}

// Calls and their outputs may alternate: the last response begins before its first call.
function lastResponseStart(items: readonly JsonObject[], last: number): number {
  let at = last;
  while (at >= 0 && (CALLS.has(string(items[at]?.type)) || OUTPUTS.has(string(items[at]?.type)))) at--;
  return at;
}

const CALLS: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);
const OUTPUTS: ReadonlySet<string> = new Set(["function_call_output", "custom_tool_call_output"]);

function formatOf({ type, schema }: JsonObject): Pick<SimConversation, "format"> {
  if (type === "json_object") return { format: {} };
  return type === "json_schema" ? { format: { schema: schema ?? {} } } : {};
}

function encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject {
  return responseObject(response, decoded, {
    status: statusOf(response),
    output: itemsFor(response),
    usage: usageOf(response),
  });
}

function encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[] {
  const begun = responseObject(response, decoded, { status: "in_progress", output: [], usage: null });
  const ended = statusOf(response);
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...itemsFor(response).flatMap(itemEvents),
    { type: `response.${ended}`, response: encodeResponse(response, decoded) },
  ].map((data: JsonObject, index) => ({ event: string(data.type), data: { ...data, sequence_number: index } }));
}

function itemsFor({ id, reasoning, text, calls }: SimResponse): JsonObject[] {
  const messageItem = (text: string): JsonObject => ({
    id: `msg_${id}`,
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  });
  return [
    ...(reasoning === undefined ? [] : [reasoningItem(id, reasoning)]),
    ...(text === undefined ? [] : [messageItem(text)]),
    ...calls.map(
      ({ id: call_id, name, input }, index): JsonObject =>
        typeof input === "string"
          ? { id: `ctc_${id.slice(2)}${index}`, type: "custom_tool_call", status: "completed", call_id, name, input }
          : {
              id: `fc_${id.slice(2)}${index}`,
              type: "function_call",
              status: "completed",
              call_id,
              name,
              arguments: stringifyJson(input),
            },
    ),
  ];
}

function reasoningItem(id: string, text: string): JsonObject {
  return {
    id: `rs_${id}`,
    type: "reasoning",
    summary: [{ type: "summary_text", text }],
    encrypted_content: signatureFor("openai-responses", text),
  };
}

function itemEvents(item: JsonObject, output_index: number): JsonObject[] {
  const place = { item_id: string(item.id), output_index };
  return [
    { type: "response.output_item.added", output_index, item: opened(item) },
    ...insideEvents(item, place),
    { type: "response.output_item.done", output_index, item },
  ];
}

function opened(item: JsonObject): JsonObject {
  switch (item.type) {
    case "message":
      return { ...item, status: "in_progress", content: [] };
    case "reasoning":
      return { ...item, summary: [] };
    case "custom_tool_call":
      return { ...item, status: "in_progress", input: "" };
    default:
      return { ...item, status: "in_progress", arguments: "" };
  }
}

function insideEvents(item: JsonObject, place: JsonObject): JsonObject[] {
  switch (item.type) {
    case "message":
      return textEvents(object(objects(item.content)[0]), { ...place, content_index: 0 });
    case "reasoning":
      return summaryEvents(object(objects(item.summary)[0]), { ...place, summary_index: 0 });
    case "custom_tool_call":
      return argumentEvents("response.custom_tool_call_input", "input", string(item.input), place);
    default:
      return argumentEvents("response.function_call_arguments", "arguments", string(item.arguments), place);
  }
}

function textEvents(part: JsonObject, place: JsonObject): JsonObject[] {
  const text = string(part.text);
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...splitText(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
}

function summaryEvents(part: JsonObject, place: JsonObject): JsonObject[] {
  const text = string(part.text);
  return [
    { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
    ...splitText(text).map((delta) => ({ type: "response.reasoning_summary_text.delta", ...place, delta })),
    { type: "response.reasoning_summary_text.done", ...place, text },
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

function argumentEvents(type: string, name: string, text: string, place: JsonObject): JsonObject[] {
  const deltas = splitText(text).map((delta) => ({ type: `${type}.delta`, ...place, delta }));
  return [...deltas, { type: `${type}.done`, ...place, [name]: text }];
}

function responseObject({ id, finish }: SimResponse, { model, body }: SimConversation, fields: JsonObject): JsonObject {
  const reason = finish === "length" ? "max_output_tokens" : "content_filter";
  const over = fields.status !== "in_progress";
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 1_790_000_000,
    ...(over ? { completed_at: 1_790_000_001 } : {}),
    error: null,
    incomplete_details: over && finish !== "stop" ? { reason } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: null, summary: null, ...object(body.reasoning) },
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: { format: { type: "text" }, ...object(body.text) },
    tool_choice: body.tool_choice ?? "auto",
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? "disabled",
    metadata: body.metadata ?? {},
    ...fields,
  };
}

function statusOf({ finish }: SimResponse): "completed" | "incomplete" {
  return finish === "stop" ? "completed" : "incomplete";
}

function usageOf({ usage: { input, output, reasoning } }: SimResponse): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
