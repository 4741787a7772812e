import type { JsonObject } from "@toolglot/core";
import type { SimConversation, SimResponse } from "../conversation.ts";
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
  decode(request: SimRequest): SimConversation;
  encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject;
  encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[];
  /** A frame as it is sent, or the payload of its envelope. */
  frame(frame: SimFrame): string;
  /** Wraps the payload of a frame, if the framing is binary. */
  envelope?(payload: Uint8Array, frame: SimFrame): Uint8Array;
  error(refused: RefusedRequest): JsonObject;
  /** The headers of an error, if it is not in the body alone. */
  errorHeaders?(refused: RefusedRequest): Readonly<Record<string, string>>;
  /** The end of a stream that fails. */
  streamError(message: string): SimFrame[];
  models(ids: readonly string[]): JsonObject;
  model(id: string): JsonObject;
  tokenCount?(tokens: number): JsonObject;
  /** How responses are stored and continued, where the vendor does that. */
  readonly storage?: SimStorage;
  /** The header with the request's id. */
  readonly requestIdHeader?: string;
}

/** How a vendor stores responses. */
export interface SimStorage {
  /** Whether the response to a request is stored. */
  isStored(body: JsonObject): boolean;
  /** The id of the response that a request continues from. */
  previousId(body: JsonObject): string | undefined;
  /** The request with the turn before it in its input. */
  continued(body: JsonObject, previous: { readonly request: JsonObject; readonly response: JsonObject }): JsonObject;
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
export interface SimFrame {
  readonly event?: string;
  readonly data: JsonObject | string;
}
