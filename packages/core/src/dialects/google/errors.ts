import { retryAfterIn } from "../../mapping/nodes/failure.ts";
import type { FailureKind } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";

/** The kinds of failures by the status names of Google's APIs: https://cloud.google.com/apis/design/errors#handling_errors */
export const STATUS_KINDS: Readonly<Record<string, FailureKind>> = {
  INVALID_ARGUMENT: "invalid-request",
  FAILED_PRECONDITION: "invalid-request",
  OUT_OF_RANGE: "invalid-request",
  UNIMPLEMENTED: "invalid-request",
  UNAUTHENTICATED: "authentication",
  PERMISSION_DENIED: "permission",
  NOT_FOUND: "not-found",
  ALREADY_EXISTS: "conflict",
  ABORTED: "conflict",
  RESOURCE_EXHAUSTED: "rate-limit",
  INTERNAL: "server",
  DATA_LOSS: "server",
  UNAVAILABLE: "unavailable",
  DEADLINE_EXCEEDED: "timeout",
};

/** The HTTP status of each kind, where it is not the default. */
export const HTTP_STATUSES: Readonly<Partial<Record<FailureKind, number>>> = {
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

/** After how many seconds the details of an error allow a retry. */
export function retryAfterOf(details: readonly JsonObject[]): { readonly retryAfter?: number } {
  const seconds = details.map(retryAfterIn).find((each) => each !== undefined);
  return seconds === undefined ? {} : { retryAfter: seconds };
}
