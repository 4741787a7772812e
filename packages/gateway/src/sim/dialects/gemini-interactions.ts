import type { Json, JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { OfferedTool, SimConversation, SimResponse, SimToolChoice, SimToolResult } from "../conversation.ts";
import { lastWords } from "../own-words.ts";
import { checkInteraction, stepsOf } from "../rules/gemini-interactions.ts";
import { signatureFor } from "../signatures.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { object, objects, requireModel, string, texts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "gemini-interactions",
  callId: (digits) => digits.slice(0, 8),
  streamContentType: "text/event-stream",
  decode: read,
  encodeResponse,
  encodeStream,
  frame: ({ event, data }) =>
    `event: ${event ?? ""}\ndata: ${typeof data === "string" ? data : stringifyJson(data)}\n\n`,
  error: ({ status, message, code }) => ({ error: { message, code: code ?? codeFor(status) } }),
  streamError: (message) => [
    { event: "error", data: { error: { message, code: "service_unavailable" }, event_type: "error" } },
  ],
  models: (ids) => ({ models: ids.map(listed) }),
  model: listed,
  storage: { isStored: ({ store }) => store !== false, previousId, continued },
};

function previousId({ previous_interaction_id: id }: JsonObject): string | undefined {
  return typeof id === "string" ? id : undefined;
}

// The conversation before it is what the request before had, and its response.
function continued(body: JsonObject, previous: { request: JsonObject; response: JsonObject }): JsonObject {
  const steps = objects(previous.response.steps);
  return { ...body, input: [...stepsOf(previous.request), ...steps, ...stepsOf(body)] };
}

/** https://ai.google.dev/gemini-api/docs/interactions/streaming#error */
const CODES: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  403: "permission_denied",
  404: "not_found",
  429: "too_many_requests",
  500: "internal_error",
  503: "service_unavailable",
  504: "gateway_timeout",
};

function codeFor(status: number): string {
  return CODES[status] ?? (status < 500 ? "invalid_request" : "internal_error");
}

function read({ body }: SimRequest): SimConversation {
  checkInteraction(body);
  const steps = stepsOf(body);
  const config = object(body.generation_config);
  return {
    model: requireModel(body.model),
    stream: body.stream === true,
    tools: toolsOf(body.tools),
    toolChoice: choiceOf(config.tool_choice),
    parallel: true,
    lastUserText: lastText(steps),
    results: resultsOf(steps),
    ...formatOf(object(body.response_format)),
    wantsReasoning: config.thinking_summaries === "auto",
    wantsUsage: true,
    body,
  };
}

function toolsOf(tools: Json | undefined): OfferedTool[] {
  return objects(tools)
    .filter(({ type }) => type === "function")
    .map(({ name, parameters }) => ({ name: string(name), kind: "function", schema: parameters ?? {} }));
}

function choiceOf(choice: Json | undefined): SimToolChoice {
  const { mode, tools } = object(object(choice).allowed_tools);
  const names = Array.isArray(tools) && tools.length > 0 ? { names: tools.map(String) } : {};
  const chosen = typeof choice === "string" ? choice : mode;
  if (chosen === "any") return { mode: "required", ...names };
  return { mode: chosen === "none" ? "none" : "auto", ...names };
}

function lastText(steps: readonly JsonObject[]): string {
  const said = steps.filter(({ type }) => type === "user_input").map(({ content }) => texts(content));
  return lastWords(said);
}

// The results since the last thing that the model said or called.
function resultsOf(steps: readonly JsonObject[]): SimToolResult[] {
  const last = steps.findLastIndex(({ type }) => type === "model_output" || type === "function_call");
  const since = steps.slice(last + 1).flatMap((step) => [step, ...objects(step.content)]);
  return since
    .filter(({ type }) => type === "function_result")
    .map(({ call_id: id, name, result }) => ({
      name: string(name) || string(steps.find((step) => step.id === id)?.name),
      text: typeof result === "string" || Array.isArray(result) ? texts(result) : stringifyJson(result ?? null),
    }));
}

function formatOf({ mime_type: type, schema }: JsonObject): Pick<SimConversation, "format"> {
  if (schema !== undefined) return { format: { schema } };
  return type === "application/json" ? { format: {} } : {};
}

function encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject {
  const { id, ...rest } = ended(response, decoded);
  const { previous_interaction_id: previous } = decoded.body;
  const continued = typeof previous === "string" ? { previous_interaction_id: previous } : {};
  return { id, ...continued, ...rest, steps: stepsFor(response) } as JsonObject;
}

function encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[] {
  const { id, object: kind, model } = ended(response, decoded);
  const begun = { id, status: "in_progress", object: kind, model } as JsonObject;
  return [
    event("interaction.created", { interaction: begun }),
    event("interaction.status_update", { interaction_id: id, status: "in_progress" } as JsonObject),
    ...stepsFor(response).flatMap(stepEvents),
    event("interaction.completed", { interaction: ended(response, decoded) }),
    { event: "done", data: "[DONE]" },
  ];
}

function event(type: string, fields: JsonObject): SimFrame {
  return { event: type, data: { ...fields, event_type: type } };
}

// A model that calls has thought before, whether or not its summary is shown.
function stepsFor({ reasoning, text, calls }: SimResponse): JsonObject[] {
  const [first] = calls;
  return [
    ...(reasoning === undefined ? [] : [{ ...thought(reasoning), summary: [{ type: "text", text: reasoning }] }]),
    ...(reasoning === undefined && first !== undefined ? [thought(first.name)] : []),
    ...(text === undefined ? [] : [{ type: "model_output", content: [{ type: "text", text }] }]),
    ...calls.map(({ id, name, input }) => ({ type: "function_call", id, name, arguments: input })),
  ];
}

function thought(signed: string): JsonObject {
  return { type: "thought", signature: signatureFor("gemini-interactions", signed) };
}

function stepEvents(step: JsonObject, index: number): SimFrame[] {
  const { content: _, summary: __, signature: ___, ...head } = step;
  const start = step.type === "function_call" ? { ...head, arguments: {} } : head;
  return [
    event("step.start", { index, step: start }),
    ...deltasOf(step).map((delta) => event("step.delta", { index, delta })),
    event("step.stop", { index }),
  ];
}

function deltasOf(step: JsonObject): JsonObject[] {
  if (step.type === "function_call")
    return splitText(stringifyJson(step.arguments ?? {})).map((piece) => ({
      type: "arguments_delta",
      arguments: piece,
    }));
  if (step.type === "model_output") return splitText(texts(step.content)).map((text) => ({ type: "text", text }));
  const pieces = splitText(texts(step.summary));
  const summary = pieces.map((text) => ({ type: "thought_summary", content: { type: "text", text } }));
  return [...summary, { type: "thought_signature", signature: step.signature ?? "" }];
}

function ended(response: SimResponse, { model }: SimConversation): JsonObject {
  const { id, calls, finish, usage } = response;
  const complete = calls.length > 0 ? "requires_action" : "completed";
  const status = finish === "stop" ? complete : "incomplete";
  return {
    id: `v1_${id}`,
    status,
    usage: usageOf(usage),
    created: "2026-09-21T13:33:20Z",
    updated: "2026-09-21T13:33:21Z",
    service_tier: "standard",
    object: "interaction",
    model,
  };
}

function usageOf({ input, output, reasoning }: SimResponse["usage"]): JsonObject {
  return {
    total_tokens: input + output,
    total_input_tokens: input,
    total_cached_tokens: 0,
    total_output_tokens: output - reasoning,
    total_tool_use_tokens: 0,
    total_thought_tokens: reasoning,
  };
}

function listed(id: string): JsonObject {
  return { name: `models/${id}`, displayName: id, version: "1", supportedGenerationMethods: ["createInteraction"] };
}
