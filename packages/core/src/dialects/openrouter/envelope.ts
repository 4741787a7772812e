import { isObject } from "../../json/value.ts";
import { statusFor } from "../../mapping/nodes/failure.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { JsonObject } from "../../model/json.ts";

/** Writes an error: its `code` is the status, its kind is in the metadata. */
export function errorObject(failure: Failure): JsonObject {
  const { kind, message, code = "", details, overflow } = failure;
  const type = overflow === true ? "context_length_exceeded" : (CODES.get(code) ?? ERROR_TYPES[kind]);
  const metadata = { error_type: type, ...(isObject(details) ? details : {}) };
  return { code: statusFor(failure, {}), message, metadata };
}

/** Codes of other vendors that are more exact than their kind. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["content_filter", "content_policy_violation"],
  ["content_policy_violation", "content_policy_violation"],
]);

/** https://openrouter.ai/docs/api-reference/errors */
const ERROR_TYPES: Readonly<Record<FailureKind, string>> = {
  "invalid-request": "invalid_request",
  authentication: "authentication",
  billing: "payment_required",
  permission: "permission_denied",
  "not-found": "not_found",
  conflict: "precondition_failed",
  "too-large": "payload_too_large",
  "rate-limit": "rate_limit_exceeded",
  server: "server",
  unavailable: "provider_unavailable",
  overloaded: "provider_overloaded",
  timeout: "timeout",
};
