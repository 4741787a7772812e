// Errors of providers: which kind of error a status or a body means, the status that a client gets, and error bodies in
// the envelope of a dialect.

import { isObject } from "../../json/value.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";

/** The error in place of a response without content and without a finish reason, which must not look like a success. */
export const EMPTY_RESPONSE: Failure = {
  kind: "server",
  status: 502,
  message: "the provider answered without an answer",
};

/** The error in place of a call that names no tool, which nobody can run. */
export const NAMELESS_CALL: Failure = {
  kind: "server",
  status: 502,
  message: "the model made a call without the name of a tool",
};

/** Turns an empty response into an error. */
export function failIfEmpty(response: CanonicalResponse, isEmpty: boolean): CanonicalResponse {
  return isEmpty ? { ...response, failure: EMPTY_RESPONSE } : response;
}

/** The kind of error of a status code, where the body does not say more. */
export function failureKindFor(status: number): FailureKind {
  return KINDS[status] ?? (status >= 500 ? "server" : "invalid-request");
}

/** The kind of error that a body names, or that of its status, if that tells more. */
export function specificKind(named: FailureKind | undefined, status: number): FailureKind {
  const isVague = status < 500 ? named === "invalid-request" : named === "server";
  return named === undefined || isVague ? failureKindFor(status) : named;
}

/** The status that is assumed for an error inside of a successful response (status 200), where its kind does not tell more. */
export const NO_STATUS = 502;

/**
 * The status of a provider's error: the one that it came with, or, for an error inside of a successful response, the usual one of its
 * kind. All errors of servers are a 502 then, because the body does not tell a 500 from a 503.
 */
export function providerStatus(
  kind: FailureKind,
  status: number,
  own: Readonly<Partial<Record<FailureKind, number>>> = {},
): number {
  if (status >= 400 && status !== NO_STATUS) return status;
  const { [kind]: usual } = STATUSES;
  return own[kind] ?? (usual < 500 ? usual : NO_STATUS);
}

/** The status of the reply to a client: the one that its dialect uses for this kind of error, or else the provider's. */
export function statusFor(failure: Failure, own: Readonly<Partial<Record<FailureKind, number>>>): number {
  return own[failure.kind] ?? (failure.status >= 400 ? failure.status : (STATUSES[failure.kind] ?? 500));
}

/** The message of an error, or the whole body where it has none. */
export function messageOf(message: Json | undefined, body: Json): string {
  if (typeof message === "string") return message;
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** Recognizes errors about the context window, which most APIs report in the message only. */
export function withContextOverflow(failure: Failure): Failure {
  const { kind, message } = failure;
  const refused = kind === "invalid-request" || kind === "too-large";
  return refused && TOO_LONG.some((words) => words.test(message)) ? { ...failure, overflow: true } : failure;
}

/** Providers' messages about the context window. Any of them may be in any dialect's envelope, because routers pass messages on. */
const TOO_LONG: readonly RegExp[] = [
  /prompt (?:is )?too long/i,
  /maximum context length/i,
  /exceed\w* (?:the )?(?:available )?context/i,
  /input token count.*exceeds the maximum/is,
  /input tokens exceed/i,
  /input is too long/i,
];

/** The seconds after which to retry, from the details of an error. */
export function retryAfterIn(details: JsonObject): number | undefined {
  const delay: Json | undefined = details.retry_after ?? details.retryAfter ?? details.retryDelay;
  const seconds = typeof delay === "string" ? Number.parseFloat(delay) : delay;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
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
  server: 500,
  unavailable: 503,
  overloaded: 529,
  timeout: 504,
};

const KINDS: Readonly<Record<number, FailureKind>> = {
  400: "invalid-request",
  401: "authentication",
  402: "billing",
  403: "permission",
  404: "not-found",
  408: "timeout",
  409: "conflict",
  413: "too-large",
  422: "invalid-request",
  429: "rate-limit",
  500: "server",
  502: "server",
  503: "unavailable",
  504: "timeout",
  524: "timeout",
  529: "overloaded",
};

/** Whether an error has the dialect's own envelope. */
export function isNativeError(body: Json, { errorFields }: ConversationProfile): body is JsonObject {
  return isObject(body) && hasFields(body, errorFields);
}

/** Whether a whole response reports a failure. */
export function isFailedResponse(body: JsonObject, { failedAnswerFields: fields }: ConversationProfile): boolean {
  return fields !== undefined && hasFields(body, fields);
}

/** An error in the dialect's envelope; fields that compatible servers leave out are taken from `whole`, the same error encoded. */
export function withMissingFields(
  body: JsonObject,
  whole: JsonObject,
  { filledErrorFields = {} }: ConversationProfile,
): JsonObject {
  return Object.keys(filledErrorFields)
    .filter((pointer) => !hasField(body, pointer, filledErrorFields[pointer]))
    .reduce((filled, pointer) => withValue(filled, pointer.split("/").slice(1), valueAt(whole, pointer)), body);
}

/** Whether a body has all of these fields. */
export function hasFields(body: JsonObject, fields: ConversationProfile["filledErrorFields"] = {}): boolean {
  return Object.entries(fields).every(([pointer, type]) => hasField(body, pointer, type));
}

function hasField(body: JsonObject, pointer: string, type: string | undefined): boolean {
  const value = valueAt(body, pointer);
  return type === "string or null" ? value === null || typeof value === "string" : typeof value === type;
}

function withValue(body: Json | undefined, [key, ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const object = isObject(body) ? body : {};
  if (key === undefined || value === undefined) return object;
  return { ...object, [key]: rest.length === 0 ? value : withValue(object[key], rest, value) };
}

function valueAt(body: Json, pointer: string): Json | undefined {
  let value: Json | undefined = body;
  for (const key of pointer.split("/").slice(1)) value = isObject(value) ? value[key] : undefined;
  return value;
}
