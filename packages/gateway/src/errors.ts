import type { DialectId, Failure, FailureKind, Json, JsonObject } from "@toolglot/core";
import { errorCodecs, isObject, parseJson, stringifyJson } from "@toolglot/core/base";

/** An error of the gateway itself, which the client gets in its own dialect. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  readonly failure: Failure;

  constructor(kind: FailureKind, code: string, message: string, more: Partial<Failure> = {}) {
    super(message);
    this.failure = { kind, status: STATUSES[kind], code, message, ...more };
  }
}

/** The client closed the connection; only the log gets this. */
export function clientClosedError(): GatewayError {
  return new GatewayError("invalid-request", "client_closed", "the client closed the connection", { status: 499 });
}

/** The gateway stops. */
export function shuttingDownError(): GatewayError {
  return new GatewayError("unavailable", "shutting_down", "the gateway is shutting down");
}

/** A body, or another text of a client, is larger than the config's `server.maxBody`. */
export function tooLargeError(maxBytes: number, what = "body"): GatewayError {
  const message = `the ${what} is larger than ${maxBytes} bytes, the gateway's limit (server.maxBody)`;
  return new GatewayError("too-large", "request_too_large", message);
}

/** A failure as a status and a body of a dialect. */
export function encodeFailure(dialect: DialectId, failure: Failure): { status: number; value: JsonObject } {
  return errorCodecs[dialect].encode({ ...failure, message: truncate(failure.message) });
}

/** The failure that a status and a body of a dialect tell of. */
export function decodeFailure(dialect: DialectId, { status, value }: { status: number; value: Json }): Failure {
  return errorCodecs[dialect].decode(value, status);
}

/** The longest text in an error, in characters. */
const MAX_TEXT = 4096;

/** Truncates the long texts in an error body. */
export function truncateBody(text: string): string {
  return text.length > MAX_TEXT ? stringifyJson(truncateTexts(parseJson(text))) : text;
}

function truncateTexts(value: Json): Json {
  if (typeof value === "string") return truncate(value);
  if (Array.isArray(value)) return value.map((item: Json) => truncateTexts(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, truncateTexts(item)]));
}

function truncate(message: string): string {
  return message.length > MAX_TEXT ? `${message.slice(0, MAX_TEXT)}… (${message.length} characters)` : message;
}

const STATUSES: Readonly<Record<FailureKind, number>> = {
  "invalid-request": 400,
  authentication: 401,
  billing: 402,
  permission: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  "rate-limit": 429,
  server: 502,
  unavailable: 503,
  overloaded: 503,
  timeout: 504,
};
