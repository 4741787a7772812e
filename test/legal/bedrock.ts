import { checkRequest } from "./bedrock/request.ts";
import { checkResponse } from "./bedrock/response.ts";
import { checkStream } from "./bedrock/stream.ts";
import { judge, type Place } from "./place.ts";
import type { Legality } from "./types.ts";

/** Converse and ConverseStream, by part D of the wire facts; streams as the text of their events. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, checkResponse),
  stream: checkStream,
  error: (status, body) => judge(body, (root) => checkError(root, status)),
};

// Part D, "HTTP errors": the exception is in the header `x-amzn-errortype`, which the body may repeat as `__type`.
const EXCEPTIONS: Readonly<Record<string, readonly number[]>> = {
  ValidationException: [400, 413, 422],
  AccessDeniedException: [403],
  UnrecognizedClientException: [403],
  ExpiredTokenException: [403],
  InvalidSignatureException: [403],
  MissingAuthenticationTokenException: [403],
  ResourceNotFoundException: [404],
  ConflictException: [400, 409],
  ModelTimeoutException: [408],
  ModelErrorException: [424],
  ThrottlingException: [429],
  ModelNotReadyException: [429],
  ServiceQuotaExceededException: [400],
  InternalServerException: [500, 502],
  ServiceUnavailableException: [503],
};

function checkError(root: Place, status: number): void {
  if (!root.is("object", "error-shape")) return;
  root.at("message").is("string", "error-message");
  const type = root.at("__type");
  if (!type.exists) return;
  type.oneOf(Object.keys(EXCEPTIONS), "error-type");
  type.badIf(
    EXCEPTIONS[type.text]?.includes(status) === false,
    "error-status",
    `${type.text} has not the status ${status}`,
  );
}
