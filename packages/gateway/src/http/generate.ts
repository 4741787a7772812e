import type { JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import { requestedModel } from "../bindings/requested-model.ts";
import { GatewayError, truncateBody } from "../errors.ts";
import type { ErrorReply } from "../exchange/error-reply.ts";
import { Exchange } from "../exchange/exchange.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import { logFieldsOf } from "../exchange/log-fields.ts";
import { requestIdHeader } from "../exchange/request-id-header.ts";
import type { LogFields } from "../observe/log.ts";
import { type ResponsesHooks, responsesHooks } from "../responses-state/hooks.ts";
import type { Reply } from "../transport.ts";
import type { ActionRequest } from "./actions.ts";
import { checkModel } from "./allowed-models.ts";
import { clientError } from "./error-response.ts";
import { withinLimits } from "./key-usage.ts";
import type { PendingRequest } from "./pending-request.ts";
import { sendText } from "./reply.ts";
import type { HttpServices } from "./services.ts";
import { StoredReply } from "./stored-reply.ts";
import { warmUp } from "./websocket/warm-up.ts";

/** Handles a request for a model's response. */
export function generate(services: HttpServices, request: GenerateRequest, reply: Reply): Promise<LogFields> {
  const warmedUp = warmUp(services, request, reply);
  if (warmedUp !== undefined) return warmedUp;
  // What is stored is read while the limits of the key are asked for.
  const loading = responsesHooks(services, request);
  if (loading instanceof Promise) loading.catch(() => {});
  const run = () => runExchange(services, request, reply, loading);
  return withinLimits(services, request, run, (fields) => fields);
}

async function runExchange(
  services: HttpServices,
  request: GenerateRequest,
  reply: Reply,
  loading: ReturnType<typeof responsesHooks>,
): Promise<LogFields> {
  const hooks = loading instanceof Promise ? await loading : loading;
  const stored = storedReply(services, hooks, reply);
  const exchange = new Exchange(services, request, stored ?? reply, hooks);
  services.exchanges.add(exchange);
  if (request.stream) services.admission.streams++;
  try {
    const result = await exchange.run();
    if (stored !== undefined) await stored.sent();
    if (result.error !== undefined) {
      const status = sendError(result.error, result.attempts.length, request, reply);
      return logFieldsOf(request, { ...result, status }, hooks);
    }
    if (result.outcome === "success" && hooks.onCompleted !== undefined) await saveResponse(services, hooks);
    return logFieldsOf(request, result, hooks);
  } finally {
    services.exchanges.remove(exchange);
    if (request.stream) services.admission.streams--;
  }
}

export function generateRequest(
  { match, caller, headers: sent }: ActionRequest,
  pending: PendingRequest,
  received: JsonObject,
): GenerateRequest {
  const { client } = match.binding;
  const adapted = client.adapt?.({ body: received, headers: sent }, match);
  const { body, headers } = adapted ?? { body: received, headers: sent };
  const model = requestedModel(match, body);
  if (typeof model !== "string" || model === "")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  pending.model = model;
  checkModel(caller, model);
  const stream = client.wantsStream(body, match);
  const { id, started, observer, profile, connection, storeTimeout, isUnrecorded } = pending;
  const { all } = pending.redact;
  return {
    id,
    started,
    match,
    headers,
    body,
    model,
    stream,
    caller,
    observer,
    trail: isUnrecorded ? pending : undefined,
    profile,
    connection,
    storeTimeout,
    redact: all,
  };
}

// A gateway that stores for itself alone continues no conversation before it is stored.
function storedReply(services: HttpServices, hooks: ResponsesHooks, reply: Reply): StoredReply | undefined {
  const { isComplete } = hooks;
  if (!services.sharesState || isComplete === undefined) return undefined;
  return new StoredReply(reply, { isComplete, save: () => saveResponse(services, hooks) });
}

// The client gets its response all the same, so a failure is only logged.
async function saveResponse(services: HttpServices, { onCompleted }: ResponsesHooks): Promise<void> {
  try {
    await onCompleted?.();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    services.log("error", "store", `a response could not be stored: ${reason}`);
  }
}

/** Returns the status that the client gets. */
function sendError(error: ErrorReply, attempts: number, request: GenerateRequest, reply: Reply): number {
  const { retryAfter } = error;
  const { status, value, headers } = clientError(request.match.binding.client, error);
  const text = truncateBody(request.redact(stringifyJson(value)));
  const replyHeaders = {
    ...requestIdHeader(request),
    ...headers,
    "x-toolglot-attempts": String(attempts),
    ...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
  };
  sendText(reply, { status, text, headers: replyHeaders });
  return status;
}
