import type { JsonObject } from "@toolglot/core";
import type { Answer, Asked } from "../conversation.ts";
import type { Refused } from "../refused.ts";

/**
 * How a simulated provider reads and writes. It is written from what the vendors publish and shares nothing with the
 * codecs that it is used to try out.
 */
export interface SimDialect {
  readonly id: string;
  readonly streamType: string;
  /** How the provider names a call, made from 24 hexadecimal digits. */
  callId(digits: string): string;
  /** Throws a `Refused` for what the vendor would refuse. */
  read(request: SimRequest): Asked;
  whole(answer: Answer, asked: Asked): JsonObject;
  stream(answer: Answer, asked: Asked): Frame[];
  /** A frame as it stands on the wire. */
  frame(frame: Frame): string;
  error(refused: Refused): JsonObject;
  /** What is said in a stream that fails. */
  streamError(message: string): Frame[];
  models(ids: readonly string[]): JsonObject;
  model(id: string): JsonObject;
  count?(tokens: number): JsonObject;
  /** The header with the number of a request. */
  readonly requestIdHeader?: string;
}

/** What is asked of a provider, with the address taken apart. */
export interface SimRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Without the address of the provider, and without a query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The model, where the address names it. */
  readonly model: string;
  readonly body: JsonObject;
  /** Whether tokens are counted only. */
  readonly counts: boolean;
}

/** One event of a stream: an object, or a word such as `[DONE]`. */
export interface Frame {
  readonly event?: string;
  readonly data: JsonObject | string;
}
