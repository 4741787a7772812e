import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn, stringifyJson } from "@toolglot/core/base";
import { GatewayError } from "../errors.ts";
import type { HeaderMap } from "../transport.ts";
import type { WarmUpOptions, WebSocketBinding } from "./binding.ts";

/** The WebSocket mode of the Responses API: https://platform.openai.com/docs/guides/websocket-mode */
export const webSocket: WebSocketBinding = {
  path: "/v1/responses",
  requestIn,
  isWarmUp: ({ generate }) => generate === false,
  warmUp,
  messageFor: (data) => (ERROR_EVENT.test(data) ? withErrorObject(data) : data),
  errorMessage: (status, { error = null }, headers) => ({ type: "error", status, error, ...sentHeaders(headers) }),
  maxAgeError: (minutes) => ({
    code: "websocket_connection_limit_reached",
    message: `Responses websocket connection limit reached (${minutes} minutes). Create a new websocket connection to continue.`,
  }),
};

/** The body of the same request over HTTP. `stream` and `background` are not used: each response is a stream of messages. */
function requestIn({ type = null, ...request }: JsonObject): JsonObject {
  if (type !== "response.create")
    throw new GatewayError("invalid-request", "unsupported_value", unsupported(type), { param: "type" });
  const { generate, background: _, ...body } = request;
  return { ...body, stream: true, ...(generate === false ? { generate } : {}) };
}

function unsupported(type: Json): string {
  const what =
    typeof type === "string" ? `messages of the type ${JSON.stringify(type)} are` : "a message without a type is";
  return `${what} not supported here: send "response.create"`;
}

/** Codex sends its first request with `generate: false`, and continues from the response, which is empty. */
function warmUp({ id: suffix, created, model, body }: WarmUpOptions): { id: string; events: JsonObject[] } {
  const id = `resp_${suffix}`;
  const response = { ...EMPTY_RESPONSE, ...echoed(body), id, created_at: created, model };
  const inProgress = { ...response, status: "in_progress", usage: null };
  const events = [
    { type: "response.created", sequence_number: 0, response: inProgress },
    { type: "response.in_progress", sequence_number: 1, response: inProgress },
    { type: "response.completed", sequence_number: 2, response: { ...response, completed_at: created } },
  ];
  return { id, events };
}

const EMPTY_RESPONSE: JsonObject = {
  id: "",
  object: "response",
  created_at: 0,
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model: "",
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  store: false,
  temperature: null,
  tool_choice: "auto",
  tools: [],
  top_p: null,
  usage: {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 0,
  },
};

function echoed(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => ECHOED.has(name)));
}

const ECHOED: ReadonlySet<string> = new Set([
  "instructions",
  "metadata",
  "parallel_tool_calls",
  "previous_response_id",
  "store",
  "temperature",
  "tool_choice",
  "tools",
  "top_p",
]);

const ERROR_EVENT = /"type"\s*:\s*"error"/;

/** Over a WebSocket, an error has a status and an object `error`; Codex waits for more after an event without them. */
function withErrorObject(data: string): string {
  const event = jsonIn(data);
  if (!isObject(event) || event.type !== "error" || isObject(event.error)) return data;
  const { code = null, message = null, param = null } = event;
  const error = { type: "server_error", code, message, param };
  return stringifyJson({ ...event, status: 500, error });
}

/** Codex reads when to try again from the headers in the message. */
function sentHeaders(headers: HeaderMap): JsonObject {
  const sent = Object.entries(headers).filter(([name]) => /^(?:retry-after|x-request-id|x-ratelimit-.*)$/.test(name));
  return sent.length === 0 ? {} : { headers: Object.fromEntries(sent) as JsonObject };
}
