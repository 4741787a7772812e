// What there is of an exchange anyway while it runs.

import type { Loss } from "@toolglot/core";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ObservedRequest } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { HeaderMap, UpstreamRequest } from "../transport.ts";
import type { Pieces } from "./pieces.ts";

type Headers = Readonly<Record<string, string>>;

/** References to what an exchange has sent and received so far. Times are in milliseconds since 1970, or 0. */
export interface ExchangeReferences {
  readonly observed: ObservedRequest;
  readonly replayOf: string | undefined;
  /** Of all bodies together, in bytes and characters. */
  readonly size: number;
  readonly body: Uint8Array | undefined;
  readonly request: GenerateRequest | undefined;
  readonly destination: Destination | undefined;
  readonly sent: UpstreamRequest | undefined;
  readonly sentAt: number;
  readonly status: number;
  readonly receivedHeaders: HeaderMap | undefined;
  readonly headersAt: number;
  readonly received: Pieces;
  readonly firstOutputAt: number;
  readonly endedAt: number;
  readonly replyStatus: number;
  readonly replyHeaders: Headers | undefined;
  readonly replied: Pieces;
  readonly losses: readonly Loss[];
  readonly record: RequestRecord | undefined;
}

/** The same of an exchange that is over, if nothing is missing. */
export interface CompleteReferences extends ExchangeReferences {
  readonly request: GenerateRequest;
  readonly destination: Destination;
  readonly sent: UpstreamRequest;
  readonly receivedHeaders: Headers;
  readonly replyHeaders: Headers;
  readonly record: RequestRecord;
}

/** Whether nothing is missing of an exchange that is over. */
export function isComplete(references: ExchangeReferences): references is CompleteReferences {
  const { request, sent, receivedHeaders, replyHeaders, record } = references;
  const isSent = request !== undefined && sent !== undefined;
  return isSent && receivedHeaders !== undefined && replyHeaders !== undefined && record !== undefined;
}
