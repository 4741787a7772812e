import type { Bridge, DialectId, Failure, Json, JsonObject } from "@toolglot/core";
import { JsonError, parseJson } from "@toolglot/core/base";
import type { ProviderBinding, RouteMatch } from "../bindings/binding.ts";
import { decodeFailure, encodeFailure } from "../errors.ts";
import type { HeaderMap } from "../transport.ts";
import { retryAfterIn } from "./retry.ts";

/** An error as the client would get it, in its own dialect. */
export interface ErrorReply {
  readonly status: number;
  readonly value: JsonObject;
  /** For logs and metrics. */
  readonly code: string;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number;
  /** The request was not sent: it cannot be translated for that provider, or there are no credentials for it. */
  readonly notSent?: true;
}

/** A failure of the gateway itself. */
export function gatewayErrorReply(client: DialectId, failure: Failure): ErrorReply {
  const { status, value } = encodeFailure(client, failure);
  const { retryAfter } = failure;
  const hint = retryAfter === undefined ? {} : { retryAfter };
  return { status, value, code: failure.code ?? failure.kind, message: failure.message, ...hint };
}

/** A provider's error, translated; `now` is in milliseconds since 1970. */
export function providerErrorReply(
  { bridge, binding, match }: ErrorContext,
  { status, headers, text }: ProviderError,
  now: number,
): ErrorReply {
  const body = jsonOrText(text);
  const translated = bridge.error(status, binding.errorBody?.(body, headers) ?? body);
  const retryAfter = retryAfterIn(headers, now) ?? translated.retryAfter;
  const hint = retryAfter === undefined ? {} : { retryAfter };
  return {
    status: translated.status,
    value: translated.value,
    code: String(status),
    message: messageIn(translated, match),
    ...hint,
  };
}

/** The message of a translated error, for the log: its body may be long, and is in the inspector. */
export function messageIn(error: TranslatedError, { binding: { dialect } }: RouteMatch): string {
  return decodeFailure(dialect, error).message.slice(0, MAX_MESSAGE);
}

const MAX_MESSAGE = 500;

type TranslatedError = Pick<ErrorReply, "status" | "value">;

interface ErrorContext {
  readonly bridge: Bridge;
  readonly binding: ProviderBinding;
  readonly match: RouteMatch;
}

export interface ProviderError {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly text: string;
}

function jsonOrText(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
