import { isArray, isObject } from "../../json/value.ts";
import { retryAfterIn, specificKind, statusFor, withContextOverflow } from "../../mapping/nodes/failure.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export function decode(wire: Json, status: number): Failure {
  const error = errorIn(wire);
  const code =
    typeof error.code === "string" ? error.code : typeof error.status === "string" ? error.status : undefined;
  const known = code === undefined ? undefined : KINDS.get(code.toLowerCase());
  const given = typeof error.code === "number" && error.code >= 400 ? error.code : status;
  const own = status >= 400 && status !== NO_STATUS ? status : known === undefined ? given : statusOf(known);
  const failure: Failure = {
    kind: specificKind(known, own),
    status: own,
    message: typeof error.message === "string" ? error.message : messageOf(wire),
    ...(code === undefined ? {} : { code }),
    ...(isArray(error.details) ? { details: error.details, ...retryIn(error.details) } : {}),
  };
  return withContextOverflow(failure);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, message, code } = failure;
  const own = code !== undefined && KINDS.get(code) === kind ? code : CODES[kind];
  return { status: statusFor(failure, STATUSES), value: { error: { message, code: own } } };
}

/** In a stream and in a failed interaction there is no status. */
const NO_STATUS = 502;

function statusOf(kind: FailureKind): number {
  return statusFor({ kind, status: 0, message: "" }, STATUSES);
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

/** The codes of this API, and the status names of Google's other APIs: https://cloud.google.com/apis/design/errors */
const KINDS: ReadonlyMap<string, FailureKind> = new Map(
  Object.entries<FailureKind>({
    invalid_request: "invalid-request",
    invalid_argument: "invalid-request",
    failed_precondition: "invalid-request",
    out_of_range: "invalid-request",
    unimplemented: "invalid-request",
    unauthenticated: "authentication",
    permission_denied: "permission",
    not_found: "not-found",
    conflict: "conflict",
    already_exists: "conflict",
    aborted: "conflict",
    too_many_requests: "rate-limit",
    resource_exhausted: "rate-limit",
    internal_error: "server",
    internal: "server",
    data_loss: "server",
    service_unavailable: "unavailable",
    unavailable: "unavailable",
    gateway_timeout: "timeout",
    deadline_exceeded: "timeout",
  }),
);

const STATUSES: Readonly<Partial<Record<FailureKind, number>>> = {
  authentication: 401,
  billing: 400,
  permission: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 400,
  "rate-limit": 429,
  unavailable: 503,
  overloaded: 503,
  timeout: 504,
};

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

function retryIn(details: readonly Json[]): { retryAfter?: number } {
  const seconds = details
    .filter(isObject)
    .map(retryAfterIn)
    .find((each) => each !== undefined);
  return seconds === undefined ? {} : { retryAfter: seconds };
}
