import {
  type Failure,
  type FailureKind,
  findDialect,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from "@toolglot/core";

/** An error of the gateway's own, which the client is told in its own dialect. */
export class GatewayError extends Error {
  override readonly name: string = "GatewayError";
  readonly failure: Failure;

  constructor(kind: FailureKind, code: string, message: string, more: Partial<Failure> = {}) {
    super(message);
    this.failure = { kind, status: STATUSES[kind], code, message, ...more };
  }
}

/** Nobody is told this but the log: who would be has gone. */
export function clientClosedError(): GatewayError {
  return new GatewayError("invalid-request", "client_closed", "the client went away", { status: 499 });
}

/** A failure as the body and the status that a dialect has for it. */
export function encodeFailure(dialect: string, failure: Failure): { status: number; value: JsonObject } {
  const codec = (findDialect(dialect) ?? findDialect(FALLBACK))?.errors;
  if (codec === undefined) throw new Error(`no dialect is called ${dialect}`);
  return codec.encode({ ...failure, message: shortened(failure.message) });
}

/** What a client is told where nothing says which dialect it speaks. */
const FALLBACK = "openai-chat";

const LONGEST = 4096;

/** An error's body, in which no text is longer than it may be. */
export function truncateBody(text: string): string {
  return text.length > LONGEST ? stringifyJson(shortenedTexts(parseJson(text))) : text;
}

function shortenedTexts(value: Json): Json {
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value)) return value.map((item: Json) => shortenedTexts(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortenedTexts(item)]));
}

function shortened(message: string): string {
  return message.length > LONGEST ? `${message.slice(0, LONGEST)}… (${message.length} characters)` : message;
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
