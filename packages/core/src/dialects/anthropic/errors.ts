import { isObject } from "../../json/value.ts";
import {
  failureKindFor,
  messageOf,
  providerStatus,
  retryAfterIn,
  statusFor,
  withContextOverflow,
} from "../../mapping/nodes/failure.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export function decode(wire: Json, status: number): Failure {
  const body = isObject(wire) ? wire : {};
  const error = isObject(body.error) ? body.error : {};
  const type = typeof error.type === "string" ? error.type : undefined;
  const kind = (type === undefined ? undefined : KINDS[type]) ?? failureKindFor(status);
  const hint = retryAfterIn(error);
  const failure: Failure = {
    kind,
    status: providerStatus(kind, status, STATUSES),
    message: messageOf(error.message, wire),
    ...(type === undefined ? {} : { code: type }),
    ...(typeof body.request_id === "string" ? { requestId: body.request_id } : {}),
    ...(error.details === undefined || error.details === null ? {} : { details: error.details }),
    ...(hint === undefined ? {} : { retryAfter: hint }),
  };
  return withContextOverflow(failure);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, requestId } = failure;
  const value = { type: "error", error: { type: TYPES[kind], message: messageFor(failure), ...detailsFor(failure) } };
  return {
    status: statusFor(failure, STATUSES),
    value: requestId === undefined ? value : { ...value, request_id: requestId },
  };
}

// Anthropic's SDKs choose an error class by `error_code` (https://github.com/anthropics/anthropic-sdk-typescript); the details of other
// dialects do not have it.
function detailsFor({ details = null }: Failure): JsonObject {
  return isObject(details) && typeof details.error_code === "string" ? { details } : {};
}

/** The message for a conversation that is too long: agents recognise it by this text and compact. */
const TOO_LONG = "prompt is too long";

function messageFor({ message, overflow }: Failure): string {
  return overflow === true && !message.startsWith(TOO_LONG) ? `${TOO_LONG}: ${message}` : message;
}

/** https://platform.claude.com/docs/en/api/errors */
const TYPES: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "invalid_request_error",
  authentication: "authentication_error",
  billing: "billing_error",
  permission: "permission_error",
  "not-found": "not_found_error",
  conflict: "conflict_error",
  "too-large": "request_too_large",
  "rate-limit": "rate_limit_error",
  server: "api_error",
  unavailable: "api_error",
  overloaded: "overloaded_error",
  timeout: "timeout_error",
};

const KINDS: Readonly<Record<string, FailureKind>> = lookupTable({
  ...(Object.fromEntries(Object.entries(TYPES).map(([kind, type]) => [type, kind])) as Record<string, FailureKind>),
  api_error: "server",
});

const STATUSES: Readonly<Partial<Record<FailureKind, number>>> = { billing: 402, overloaded: 529, timeout: 504 };
