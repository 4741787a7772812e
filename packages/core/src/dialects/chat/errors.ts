import { failureKind, secondsIn, statusOf } from "../../conversation/failure.ts";
import { isObject } from "../../json/value.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** Reads an error answer, in any of the forms that servers of the family have. */
export function decodeFailure(wire: Json, status: number): Failure {
  const body = isObject(wire) ? wire : {};
  const error = isObject(body.error) ? body.error : body;
  const code = wordOf(error.code) ?? wordOf(error.type);
  const numeric = typeof error.code === "number" && error.code >= 400 && error.code < 600 ? error.code : status;
  const own = status >= 400 && status !== 502 ? status : numeric;
  const hint = secondsIn(isObject(error.metadata) ? error.metadata : error);
  return {
    kind: kindOf(own, error),
    status: own,
    message: messageOf(wire, error),
    ...(code === undefined ? {} : { code }),
    ...(typeof error.param === "string" ? { param: error.param } : {}),
    ...(hint === undefined ? {} : { retryAfter: hint }),
  };
}

/** Writes an error answer. */
export function encodeFailure(failure: Failure): { status: number; value: JsonObject } {
  return { status: statusOf(failure, STATUSES), value: { error: errorObject(failure) } };
}

/** The object that tells an error, in an answer of its own or in the midst of a stream. */
export function errorObject({ kind, message, code, param }: Failure): JsonObject {
  return { message, type: TYPES[kind], param: param ?? null, code: code ?? null };
}

const TYPES: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "invalid_request_error",
  authentication: "authentication_error",
  billing: "insufficient_quota",
  permission: "permission_error",
  "not-found": "not_found_error",
  conflict: "conflict_error",
  "too-large": "invalid_request_error",
  "rate-limit": "rate_limit_error",
  server: "server_error",
  unavailable: "server_error",
  overloaded: "server_error",
  timeout: "server_error",
};

const STATUSES: Readonly<Partial<Record<FailureKind, number>>> = { overloaded: 503 };

function kindOf(status: number, { code, type }: JsonObject): FailureKind {
  if (code === "insufficient_quota" || type === "insufficient_quota") return "billing";
  if (status >= 400 && status !== 502) return failureKind(status);
  return TYPE_KINDS[String(type)] ?? TYPE_KINDS[String(code)] ?? failureKind(status);
}

const TYPE_KINDS: Readonly<Record<string, FailureKind>> = {
  invalid_request_error: "invalid-request",
  authentication_error: "authentication",
  permission_error: "permission",
  not_found_error: "not-found",
  rate_limit_error: "rate-limit",
  rate_limit_exceeded: "rate-limit",
  server_error: "server",
};

// `{error: "text"}`, `{detail}`, `{message}` and plain text are all to be met.
function messageOf(wire: Json, error: JsonObject): string {
  const whole = isObject(wire) ? wire : {};
  const said = [error.message, whole.error, whole.message, whole.detail, wire].find(
    (each) => typeof each === "string" && each !== "",
  );
  return typeof said === "string" ? said : JSON.stringify(wire);
}

function wordOf(code: Json | undefined): string | undefined {
  return typeof code === "string" ? code : typeof code === "number" ? String(code) : undefined;
}
