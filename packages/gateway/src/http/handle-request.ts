import { stringifyJson } from "@toolglot/core";
import { requestIdHeader } from "../exchange/reply-headers.ts";
import { checkToolCount } from "../limits/tool-limit.ts";
import type { LogFields } from "../observe/log.ts";
import { requestRecord } from "../observe/request-record.ts";
import type { Incoming, Reply } from "../transport.ts";
import { type ActionRequest, performAction } from "./actions.ts";
import { handleAdmin } from "./admin.ts";
import { authorize } from "./auth.ts";
import { apiKeyIn } from "./credentials.ts";
import { failureOf, notFoundError, sendFailure } from "./error-response.ts";
import { generate, generateRequest } from "./generate.ts";
import { type PendingRequest, redactFor } from "./pending-request.ts";
import { sendText } from "./reply.ts";
import { readRequestBody } from "./request-body.ts";
import { findRoute } from "./routes.ts";
import type { HttpServices } from "./services.ts";

/** Handles one request and logs it; never throws. */
export async function handleRequest(services: HttpServices, incoming: Incoming, reply: Reply): Promise<void> {
  const request: PendingRequest = {
    incoming,
    reply,
    id: services.makeId(),
    started: services.now(),
    route: findRoute(incoming.method, incoming.url, incoming.headers),
    redact: redactFor(incoming, services.redactor),
  };
  services.admission.requests++;
  try {
    logRequest(services, request, await respond(services, request));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === "internal") services.reportBug(error);
    logRequest(services, request, sendFailure(request, failure));
  } finally {
    services.admission.requests--;
  }
}

async function respond(services: HttpServices, request: PendingRequest): Promise<LogFields> {
  const { incoming, reply, route } = request;
  const { config } = services;
  const authorizing = authorize(incoming, config);
  const caller = authorizing instanceof Promise ? await authorizing : authorizing;
  // The config may have the key's hash only, and the key itself must not be logged either.
  if (caller.tenant !== "") services.redactor.learn([apiKeyIn(incoming.headers, incoming.url) ?? ""]);
  const { maxBody, maxTools } = config.server;
  const readBody = async () => checkToolCount(await readRequestBody(await incoming.body(maxBody), services), maxTools);
  if (route.type === "admin") return { status: await handleAdmin(services, route.action, reply, readBody) };
  if (route.type === "not-found") throw notFoundError(incoming, route);
  const release = services.admission.admit(caller, config.server);
  try {
    const onClientClosed = (listener: () => void) => reply.onClientClosed(listener);
    const { match } = route;
    return await handleAction(
      services,
      { match, caller, headers: incoming.headers, readBody, onClientClosed },
      request,
    );
  } finally {
    release();
  }
}

async function handleAction(
  services: HttpServices,
  action: ActionRequest,
  pending: PendingRequest,
): Promise<LogFields> {
  const { match } = action;
  const { id, reply, redact } = pending;
  if (match.action === "generate")
    return await generate(services, generateRequest(action, pending, await action.readBody()), reply);
  const { value, headers, logFields } = await performAction(services, match.action, action);
  const text = stringifyJson(value);
  // A stored response belongs to the client and is sent as it is; other replies may contain others' text.
  const sent = OWN_CONTENT.has(match.action) ? text : redact.all(text);
  sendText(reply, 200, sent, { ...requestIdHeader({ id, match }), ...headers });
  return logFields;
}

const OWN_CONTENT: ReadonlySet<string> = new Set(["stored", "stored-input", "forget"]);

function logRequest(services: HttpServices, request: PendingRequest, logFields: LogFields): void {
  const record = requestRecord(request, logFields, { ended: services.now(), redactStart: request.redact.start });
  services.metrics.observe(record);
  services.writeRecord(record);
}
