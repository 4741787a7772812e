import type { Place } from "../place.ts";

// B10.
const STATUSES: Readonly<Record<number, readonly string[]>> = {
  400: ["INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE"],
  401: ["UNAUTHENTICATED"],
  403: ["PERMISSION_DENIED"],
  404: ["NOT_FOUND"],
  429: ["RESOURCE_EXHAUSTED"],
  499: ["CANCELLED"],
  500: ["INTERNAL", "UNKNOWN"],
  503: ["UNAVAILABLE"],
  504: ["DEADLINE_EXCEEDED"],
};

export function checkErrorBody(root: Place, status?: number): void {
  // Without `alt=sse` an error comes as the one item of an array.
  const place = Array.isArray(root.value) ? root.at(0) : root;
  const error = place.at("error");
  if (!error.is("object", "error-shape")) return;
  error.at("message").is("string", "error-message");
  if (!error.at("code").is("integer", "error-code")) return;
  const code = Number(error.at("code").value);
  error.at("code").badIf(status !== undefined && code !== status, "error-code", `must be ${status}`);
  const names = STATUSES[code];
  if (error.at("status").is("string", "error-status") && names !== undefined)
    error.at("status").oneOf(names, "error-status");
  error.at("details").isOptional("array", "error-details");
}
