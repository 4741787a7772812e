import { isArray, isObject } from "../../json/value.ts";
import { NO_STATUS, specificKind, statusFor, withContextOverflow } from "../../mapping/nodes/failure.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { HTTP_STATUSES, retryAfterOf, STATUS_KINDS } from "../google/errors.ts";

export function decode(wire: Json, status: number): Failure {
  const error = errorIn(wire);
  const code = [error.code, error.status].find((each) => typeof each === "string");
  const known = code === undefined ? undefined : KINDS.get(code.toLowerCase());
  const own = hasStatus(status) ? status : statusIn(error, known, status);
  const failure: Failure = {
    kind: specificKind(known, own),
    status: own,
    message: typeof error.message === "string" ? error.message : messageOf(wire),
    ...(code === undefined ? {} : { code }),
    ...(isArray(error.details) ? { details: error.details, ...retryAfterOf(error.details.filter(isObject)) } : {}),
  };
  return withContextOverflow(failure);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, message, code } = failure;
  const own = code !== undefined && KINDS.get(code) === kind ? code : CODES[kind];
  return { status: statusFor(failure, HTTP_STATUSES), value: { error: { message, code: own } } };
}

function hasStatus(status: number): boolean {
  return status >= 400 && status !== NO_STATUS;
}

// The status that an error means by its code, which tells a 500 (`internal_error`) from a 503; where an error of other APIs does not, it is a 502.
function statusIn({ code }: JsonObject, kind: FailureKind | undefined, status: number): number {
  if (kind !== undefined) return statusFor({ kind, status: 0, message: "" }, HTTP_STATUSES);
  return typeof code === "number" && code >= 400 ? code : status;
}

/** https://ai.google.dev/gemini-api/docs/interactions/streaming#error: the codes are HTTP's words. */
const CODES: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "invalid_request",
  authentication: "unauthenticated",
  billing: "failed_precondition",
  permission: "permission_denied",
  "not-found": "not_found",
  conflict: "conflict",
  "too-large": "invalid_request",
  "rate-limit": "too_many_requests",
  server: "internal_error",
  unavailable: "service_unavailable",
  overloaded: "service_unavailable",
  timeout: "gateway_timeout",
};

/** The codes of this API, and the status names of Google's other APIs. */
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
  ...Object.entries(STATUS_KINDS).map(([name, kind]) => [name.toLowerCase(), kind] as const),
  ...Object.entries<FailureKind>({
    invalid_request: "invalid-request",
    conflict: "conflict",
    too_many_requests: "rate-limit",
    internal_error: "server",
    service_unavailable: "unavailable",
    gateway_timeout: "timeout",
  }),
]);

// An error body and an event have `error`; a failed interaction has `errors`, or the error of its last step.
function errorIn(wire: Json): JsonObject {
  const body = isArray(wire) ? (wire[0] ?? null) : wire;
  if (!isObject(body)) return {};
  if (isObject(body.error)) return body.error;
  const [listed] = isArray(body.errors) ? body.errors : [];
  if (listed !== undefined && isObject(listed)) return listed;
  const steps = isArray(body.steps) ? body.steps.filter(isObject) : [];
  const failed = steps.find(({ error }) => error !== undefined && isObject(error))?.error;
  return failed !== undefined && isObject(failed) ? failed : {};
}

function messageOf(wire: Json): string {
  if (isObject(wire) && wire.status === "failed") return "the interaction failed without saying why";
  return typeof wire === "string" ? wire : JSON.stringify(wire);
}
