import type { JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { Action } from "../bindings/binding.ts";
import { defaultBinding } from "../bindings/index.ts";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { requestIdHeader } from "../exchange/request-id-header.ts";
import { checkToolCount } from "../limits/tool-limit.ts";
import type { LogFields } from "../observe/log.ts";
import { requestRecord } from "../observe/request-record.ts";
import type { Incoming, Reply } from "../transport.ts";
import type { ActionRequest } from "./actions.ts";
import { handleAdmin } from "./admin.ts";
import { authorize } from "./auth.ts";
import { apiKeyIn } from "./credentials.ts";
import { failureOf, sendFailure, unknownRouteError } from "./error-response.ts";
import { inspectEnd, inspectRequest } from "./inspected-request.ts";
import { dialectRequests } from "./late-dialect-requests.ts";
import { ObservedReply } from "./observed-reply.ts";
import { type InternalRequest, PendingRequest } from "./pending-request.ts";
import { sendText } from "./reply.ts";
import { readRequestBody } from "./request-body.ts";
import type { AdminAction, RouteResult } from "./routes.ts";
import type { HttpServices } from "./services.ts";
import { usageEntries } from "./usage.ts";
import { acceptWebSocket } from "./websocket/accept.ts";
import type { HandleMessage } from "./websocket/connection.ts";

/** Handles one request and logs it; never throws. */
export async function handleRequest(
  services: HttpServices,
  incoming: Incoming,
  reply: Reply,
  internal?: InternalRequest,
): Promise<void> {
  const request = new PendingRequest(services, incoming, reply, internal);
  services.admission.requests++;
  try {
    logRequest(services, request, await respond(services, request, internal?.caller));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === "internal") services.reportBug(error);
    logRequest(services, request, { ...askedFields(request), ...sendFailure(request, failure) });
  } finally {
    request.release();
    services.admission.requests--;
  }
}

async function respond(services: HttpServices, request: PendingRequest, known?: Caller): Promise<LogFields> {
  const { incoming, route } = request;
  const { config } = services;
  const authorizing = known ?? authorize(incoming, route, services);
  const caller = authorizing instanceof Promise ? await authorizing : authorizing;
  const loading = isPlain(route) ? undefined : services.load();
  if (loading !== undefined) await loading;
  // The config may have the key's hash only, and the key itself must not be logged either.
  if (caller.tenant !== "") services.redactor.learn([apiKeyIn(incoming.headers, incoming.url) ?? ""]);
  request.key = caller.tenant;
  inspectRequest(services, request, caller);
  const reply = observedReply(request);
  const readBody = bodyReader(services, request);
  if (route.type === "admin") {
    if (route.action === "home" && services.inspector?.hasPage === true)
      return { status: await inspect(services, request, caller, HOME) };
    const { method, url } = incoming;
    return { status: await handleAdmin(services, route.action, { reply, caller, method, url, readBody }) };
  }
  if (route.type === "inspector") return { status: await inspect(services, request, caller, route) };
  if (route.type === "not-found") throw unknownRouteError(incoming, route);
  request.release = services.admission.admit(caller, config.server);
  const onClientClosed = (listener: () => void) => reply.onClientClosed(listener);
  const { match } = route;
  const action = { match, caller, headers: incoming.headers, readBody, onClientClosed };
  if (match.action !== "generate") return handleAction(services, match.action, { action, request });
  const { generate, generateRequest } = dialectRequests.value;
  const generated = generateRequest(action, request, await readBody());
  request.observer?.onRequest(generated);
  if (request.isUnrecorded) request.generated = generated;
  // Not awaited: a response may take long, and nothing of this function is needed meanwhile.
  return generate(services, generated, reply);
}

/** Whether it is answered without translating anything: probes, above all, which come before the first request. */
function isPlain(route: RouteResult): boolean {
  return route.type === "not-found" || (route.type === "admin" && PLAIN.has(route.action));
}

const PLAIN: ReadonlySet<AdminAction> = new Set(["healthz", "readyz", "metrics", "usage"]);

/** Who asked for what, as far as it was read before the request was refused. */
function askedFields({ key = "", model = "" }: PendingRequest): LogFields {
  return { ...(key === "" ? {} : { key }), ...(model === "" ? {} : { model }) };
}

// Only the replies that are recorded: of a busy gateway's, those are few.
function observedReply(request: PendingRequest): Reply {
  const { reply, observer } = request;
  const { replyObserver } = observer ?? {};
  if (replyObserver !== undefined) request.reply = new ObservedReply(reply, replyObserver);
  return request.reply;
}

function bodyReader(services: HttpServices, request: PendingRequest): ActionRequest["readBody"] {
  const { maxBody, maxTools } = services.config.server;
  const check = (body: JsonObject) => checkToolCount(body, maxTools);
  const parse = (bytes: Uint8Array) => {
    const reading = readRequestBody(bytes, services);
    return reading instanceof Promise ? reading.then(check) : check(reading);
  };
  const parseInTurn = (bytes: Uint8Array) => {
    request.observer?.onBody(bytes);
    if (request.isUnrecorded) request.received = bytes;
    const turn = services.scheduler.turn(bytes.length);
    return turn === undefined ? parse(bytes) : turn.then(() => parse(bytes));
  };
  return () => request.incoming.body(maxBody).then(parseInTurn);
}

function inspect(
  { inspector }: HttpServices,
  { incoming, reply }: PendingRequest,
  caller: Caller,
  { path, query }: Extract<RouteResult, { type: "inspector" }>,
): Promise<number> {
  if (inspector?.isEnabled) return inspector.handle({ incoming, caller, reply, path, query });
  const message = "the inspector is off here; inspector.enabled in the config turns it on";
  throw new GatewayError("not-found", "inspector_off", message);
}

async function handleAction(
  services: HttpServices,
  name: Exclude<Action, "generate">,
  { action, request }: { readonly action: ActionRequest; readonly request: PendingRequest },
): Promise<LogFields> {
  const { match } = action;
  const { id, incoming, reply, redact } = request;
  if (name === "connect")
    return { status: acceptWebSocket(services, { match, incoming, reply, handle: messageHandler(services) }) };
  const { value, headers, logFields } = await dialectRequests.value.performAction(services, name, action);
  const whole = stringifyJson(value);
  // A stored response belongs to the client, and embeddings are numbers; other replies may contain others' text.
  const text = OWN_CONTENT.has(name) ? whole : redact.all(whole);
  sendText(reply, { status: 200, text, headers: { ...requestIdHeader({ id, match }), ...headers } });
  return logFields;
}

function messageHandler(services: HttpServices): HandleMessage {
  return (incoming, reply, connection) => handleRequest(services, incoming, reply, { connection });
}

/** The inspector's page. */
const HOME = { type: "inspector", dialect: defaultBinding.dialect, path: "/", query: new URLSearchParams() } as const;

const OWN_CONTENT: ReadonlySet<string> = new Set(["stored", "stored-input", "forget", "embed"]);

function logRequest(services: HttpServices, request: PendingRequest, logFields: LogFields): void {
  const ended = services.now();
  const { worker } = services;
  const record = requestRecord(request, logFields, { ended, redactStart: request.redact.start, worker });
  services.metrics.observe(record);
  for (const used of usageEntries(logFields, ended)) services.usage.add(used);
  services.writeRecord(record);
  request.observer?.onLogged(record);
  inspectEnd(services, request, record);
}
