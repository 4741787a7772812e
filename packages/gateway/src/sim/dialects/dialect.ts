import type { JsonObject } from "@toolglot/core";
import type { DecodedRequest, SimResponse } from "../conversation.ts";
import type { RefusedRequest } from "../refused-request.ts";

/**
 * How a simulated provider decodes requests and encodes responses. It is written from the vendors' documentation and shares
 * nothing with the codecs that it tests.
 */
export interface SimDialect {
  readonly id: string;
  readonly streamContentType: string;
  /** The id of a call, from 24 hexadecimal digits. */
  callId(digits: string): string;
  /** Throws a `RefusedRequest` for what the vendor refuses. */
  decode(request: SimRequest): DecodedRequest;
  encodeResponse(response: SimResponse, decoded: DecodedRequest): JsonObject;
  encodeStream(response: SimResponse, decoded: DecodedRequest): Frame[];
  /** A frame as it is sent, or the payload of its envelope. */
  frame(frame: Frame): string;
  /** Wraps the payload of a frame, if the framing is binary. */
  envelope?(payload: Uint8Array, frame: Frame): Uint8Array;
  error(refused: RefusedRequest): JsonObject;
  /** The headers of an error, if it is not in the body alone. */
  errorHeaders?(refused: RefusedRequest): Readonly<Record<string, string>>;
  /** The end of a stream that fails. */
  streamError(message: string): Frame[];
  models(ids: readonly string[]): JsonObject;
  model(id: string): JsonObject;
  tokenCount?(tokens: number): JsonObject;
  /** The header with the request's id. */
  readonly requestIdHeader?: string;
}

/** A request to a provider, with its URL parsed. */
export interface SimRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Without the base URL and the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The model, if the path names it. */
  readonly model: string;
  readonly body: JsonObject;
  /** Whether it only counts tokens. */
  readonly isCount: boolean;
}

/** One event of a stream: an object, or a text such as `[DONE]`. */
export interface Frame {
  readonly event?: string;
  readonly data: JsonObject | string;
}
