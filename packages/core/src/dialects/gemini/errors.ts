import { isArray, isObject } from "../../json/value.ts";
import {
  failureKindFor,
  messageOf,
  NO_STATUS,
  providerStatus,
  specificKind,
  statusFor,
  withContextOverflow,
} from "../../mapping/nodes/failure.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { HTTP_STATUSES, retryAfterOf, STATUS_KINDS } from "../google/errors.ts";

export function decode(wire: Json, status: number): Failure {
  // Without `alt=sse`, the error of a stream is the one item of a list.
  const body = isArray(wire) ? (wire[0] ?? null) : wire;
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const rawStatus = typeof error.status === "string" ? error.status : undefined;
  const code = typeof error.code === "number" && error.code >= 400 ? error.code : status;
  const kind = specificKind(rawStatus === undefined ? undefined : KINDS.get(rawStatus), code);
  const failure: Failure = {
    kind,
    status: providerStatus(kind, status === NO_STATUS ? code : status, HTTP_STATUSES),
    message: messageOf(error.message, wire),
    ...(rawStatus === undefined ? {} : { code: rawStatus }),
    ...(isArray(error.details) ? { details: error.details, ...detailed(error.details.filter(isObject)) } : {}),
  };
  return withContextOverflow(failure);
}

export function encode(failure: Failure): { status: number; value: JsonObject } {
  const { kind, message, code } = failure;
  const status = statusFor(failure, HTTP_STATUSES);
  const rawStatus = code !== undefined && KINDS.get(code) === kind ? code : rawStatusFor(kind, status);
  const details = detailsOf(failure);
  const error = { code: status, message, status: rawStatus };
  return { status, value: { error: details.length > 0 ? { ...error, details } : error } };
}

/** https://cloud.google.com/apis/design/errors#handling_errors */
const RAW_STATUSES: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "INVALID_ARGUMENT",
  authentication: "UNAUTHENTICATED",
  billing: "FAILED_PRECONDITION",
  permission: "PERMISSION_DENIED",
  "not-found": "NOT_FOUND",
  conflict: "ABORTED",
  "too-large": "INVALID_ARGUMENT",
  "rate-limit": "RESOURCE_EXHAUSTED",
  server: "INTERNAL",
  unavailable: "UNAVAILABLE",
  overloaded: "UNAVAILABLE",
  timeout: "DEADLINE_EXCEEDED",
};

const KINDS: ReadonlyMap<string, FailureKind> = new Map(Object.entries(STATUS_KINDS));

// The status of a server error may be more exact than its kind.
function rawStatusFor(kind: FailureKind, status: number): string {
  return RAW_STATUSES[kind === "server" ? failureKindFor(status) : kind];
}

const RETRY = "type.googleapis.com/google.rpc.RetryInfo";

function detailed(details: readonly JsonObject[]): { retryAfter?: number; param?: string } {
  const [violation] = details.flatMap(({ fieldViolations }) => (isArray(fieldViolations) ? fieldViolations : []));
  const field = isObject(violation) && typeof violation.field === "string" ? { param: violation.field } : {};
  return { ...retryAfterOf(details), ...field };
}

function detailsOf({ details, retryAfter }: Failure): readonly Json[] {
  const own = isArray(details) ? details.filter((detail) => isObject(detail) && detail["@type"] !== undefined) : [];
  if (retryAfter === undefined || own.some((detail) => isObject(detail) && detail["@type"] === RETRY)) return own;
  return [...own, { "@type": RETRY, retryDelay: `${retryAfter}s` }];
}
