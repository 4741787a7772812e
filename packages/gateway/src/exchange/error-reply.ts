import { type Bridge, type Failure, type Json, JsonError, type JsonObject, parseJson } from "@toolglot/core";
import { encodeFailure } from "../errors.ts";
import type { HeaderMap } from "../transport.ts";
import { retryAfterIn } from "./retry.ts";

/** Why a try came to nothing, as the client would be told it. */
export interface ErrorReply {
  readonly status: number;
  readonly value: JsonObject;
  /** A word for logs and metrics. */
  readonly code: string;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number;
  /** The request was not even sent, because it cannot be said to that provider. */
  readonly notSent?: true;
}

/** A failure of the gateway's own, in the client's words. */
export function gatewayErrorReply(client: string, failure: Failure): ErrorReply {
  const { status, value } = encodeFailure(client, failure);
  const { retryAfter } = failure;
  const hint = retryAfter === undefined ? {} : { retryAfter };
  return { status, value, code: failure.code ?? failure.kind, message: failure.message, ...hint };
}

/** A provider's error, in the client's words. */
export function providerErrorReply(bridge: Bridge, { status, headers, text }: ProviderError): ErrorReply {
  const { value, status: told, retryAfter } = bridge.error(status, jsonOrText(text));
  const after = retryAfterIn(headers, Date.now()) ?? retryAfter;
  const hint = after === undefined ? {} : { retryAfter: after };
  return { status: told, value, code: String(status), message: text.slice(0, 500), ...hint };
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
