import { checkRequest } from "./anthropic/request.ts";
import { checkResponse } from "./anthropic/response.ts";
import { checkStream } from "./anthropic/stream.ts";
import { judge, type Place } from "./place.ts";
import type { Legality } from "./types.ts";

/** The Messages API, by the sections A1 to A12 of the wire facts. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, checkResponse),
  stream: checkStream,
  error: (status, body) => judge(body, (root) => checkError(root, status)),
};

// A12.
const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

function checkError(root: Place, status: number): void {
  if (!root.is("object", "error-shape")) return;
  root.at("type").oneOf(["error"], "error-shape");
  const error = root.at("error");
  if (!error.is("object", "error-shape")) return;
  error.at("message").is("string", "error-message");
  error.at("type").oneOf(Object.values(TYPES), "error-type");
  const expected = TYPES[status];
  if (expected !== undefined) error.at("type").oneOf([expected], "error-status");
  root.at("request_id").isOptional("string", "error-request-id");
}
