import type { Failure } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { ClientBinding, ClientError } from "../bindings/binding.ts";
import { bindingFor } from "../bindings/index.ts";
import { encodeFailure, GatewayError } from "../errors.ts";
import { requestIdHeader } from "../exchange/request-id-header.ts";
import type { LogFields } from "../observe/log.ts";
import type { Incoming } from "../transport.ts";
import type { PendingRequest } from "./pending-request.ts";
import { sendText } from "./reply.ts";
import type { RouteResult } from "./routes.ts";

/** Sends an error in the client's dialect. */
export function sendFailure({ reply, route, id, redact }: PendingRequest, failure: Failure): LogFields {
  const { client } = route.type === "dialect" ? route.match.binding : bindingFor(route.dialect);
  const { status, value, headers } = clientError(client, encodeFailure(route.dialect, failure));
  const { retryAfter, code = failure.kind, message } = failure;
  const replyHeaders = {
    ...(route.type === "dialect" ? requestIdHeader({ id, match: route.match }) : {}),
    ...headers,
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(route.type === "not-found" && route.methods !== undefined ? { allow: route.methods.join(", ") } : {}),
    // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.22
    ...(status === 426 ? { upgrade: "websocket", connection: "upgrade" } : {}),
    // The rest of an unread body would be taken for the next request.
    ...(UNREAD.has(failure.status) ? { connection: "close" } : {}),
  };
  if (reply.begun) reply.destroy();
  else sendText(reply, { status, text: redact.all(stringifyJson(value)), headers: replyHeaders });
  if (code === "client_closed") return { status, outcome: "client_closed", errorType: code };
  return { status, outcome: "error", errorType: code, error: message };
}

/** An error as the clients of a binding expect it, and its headers. */
export function clientError(
  client: ClientBinding,
  { status, value }: ClientError,
): ClientError & { readonly headers: Readonly<Record<string, string>> } {
  return client.adaptError?.({ status, value }) ?? { status, value, headers: {} };
}

/** The failure to report for an error; what is no `GatewayError` is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof GatewayError) return error.failure;
  return { kind: "server", status: 500, code: "internal", message: "the gateway failed; its log has the details" };
}

/** The error for an unknown path or method. */
export function unknownRouteError(
  { method, url }: Incoming,
  { methods, hint }: Extract<RouteResult, { type: "not-found" }>,
): GatewayError {
  const path = url.split("?", 1)[0] ?? url;
  if (methods === undefined)
    return new GatewayError("not-found", "not_found", `nothing is at ${path}${hint === undefined ? "" : `; ${hint}`}`);
  const message = `${path} takes ${methods.join(", ")}, not ${method}`;
  return new GatewayError("invalid-request", "method_not_allowed", message, { status: 405 });
}

/** The statuses after which the body was not read to its end. The client's dialect may use others. */
const UNREAD: ReadonlySet<number> = new Set([408, 413]);
