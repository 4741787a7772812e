import type { JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import { type Awaitable, after } from "../awaitable.ts";
import type { Action } from "../bindings/binding.ts";
import { defaultBinding } from "../bindings/index.ts";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
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
    const answer = await respond(services, request, internal?.caller);
    // Here, because a response may take long, and nothing of `respond` is needed meanwhile.
    logRequest(services, request, "toGenerate" in answer ? await generateFor(services, request, answer) : answer);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === "internal") services.reportBug(error);
    logRequest(services, request, { ...askedFields(request), ...sendFailure(request, failure) });
  } finally {
    request.release();
    services.admission.requests--;
  }
}

/** A request for a model's response, which is still to be made. */
interface Generation {
  readonly toGenerate: GenerateRequest;
}

function generateFor(
  services: HttpServices,
  { reply }: PendingRequest,
  { toGenerate }: Generation,
): Promise<LogFields> {
  return dialectRequests.value.generate(services, toGenerate, reply);
}

function respond(services: HttpServices, request: PendingRequest, known?: Caller): Awaitable<LogFields | Generation> {
  const { incoming, route } = request;
  return after(known ?? authorize(incoming, route, services), (caller) =>
    after(isPlain(route) ? undefined : services.load(), () => respondTo(services, request, caller)),
  );
}

function respondTo(services: HttpServices, request: PendingRequest, caller: Caller): Awaitable<LogFields | Generation> {
  const { incoming, route } = request;
  const { config } = services;
  // The config may have the key's hash only, and the key itself must not be logged either.
  if (caller.tenant !== "") services.redactor.learn([apiKeyIn(incoming.headers, incoming.url) ?? ""]);
  request.key = caller.tenant;
  inspectRequest(services, request, caller);
  const reply = observedReply(request);
  const readBody = () => readBodyOf(services, request, (body) => body);
  if (route.type === "admin") {
    if (route.action === "home" && services.inspector?.hasPage === true)
      return statusFields(inspect(services, request, caller, HOME));
    const { method, url } = incoming;
    return statusFields(handleAdmin(services, route.action, { reply, caller, method, url, readBody }));
  }
  if (route.type === "inspector") return statusFields(inspect(services, request, caller, route));
  if (route.type === "not-found") throw unknownRouteError(incoming, route);
  request.release = services.admission.admit(caller, config.server);
  const onClientClosed = (listener: () => void) => reply.onClientClosed(listener);
  const { match } = route;
  const action = { match, caller, headers: incoming.headers, readBody, onClientClosed };
  if (match.action !== "generate") return handleAction(services, match.action, { action, request });
  return readBodyOf(services, request, (body) => {
    const toGenerate = dialectRequests.value.generateRequest(action, request, body);
    request.observer?.onRequest(toGenerate);
    if (request.isUnrecorded) request.generated = toGenerate;
    return { toGenerate };
  });
}

async function statusFields(responding: Promise<number>): Promise<LogFields> {
  return { status: await responding };
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

/** What `use` makes of the body of a request. */
function readBodyOf<T>(services: HttpServices, request: PendingRequest, use: (body: JsonObject) => T): Promise<T> {
  const { maxBody, maxTools } = services.config.server;
  const parse = (bytes: Uint8Array) =>
    after(readRequestBody(bytes, services), (body) => use(checkToolCount(body, maxTools)));
  return request.incoming.body(maxBody).then((bytes) => {
    request.observer?.onBody(bytes);
    if (request.isUnrecorded) request.received = bytes;
    return after(services.scheduler.turn(bytes.length), () => parse(bytes));
  });
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
