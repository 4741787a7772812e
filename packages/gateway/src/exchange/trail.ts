import type { UpstreamRequest } from "../transport.ts";
import type { AttemptResult } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";
import type { ExchangeResult } from "./result.ts";

/**
 * What is remembered of an exchange that nobody observes, so that it can still be recorded if it fails: references to what there is
 * anyway, and no copies.
 */
export interface ExchangeTrail {
  /** The body of the request, as it was received. */
  received: Uint8Array | undefined;
  /** What was sent last, and to whom. */
  sent: UpstreamRequest | undefined;
  destination: Destination | undefined;
  /** How many requests were sent. */
  calls: number;
  /** How the last attempt has ended. */
  attempt: AttemptResult | undefined;
  /** How the exchange has ended. */
  result: ExchangeResult | undefined;
}

/** Adds a request that is sent. */
export function leaveCall(trail: ExchangeTrail, destination: Destination, request: UpstreamRequest): void {
  trail.destination = destination;
  trail.sent = request;
  trail.calls++;
}

/** Drops the bodies: a stream may be open for long, and what it was asked by is large. The client's can be written again. */
export function dropBodies(trail: ExchangeTrail): void {
  trail.received = undefined;
  const { sent } = trail;
  if (sent === undefined) return;
  const { method, url, headers, connectTimeout } = sent;
  trail.sent = { method, url, headers, connectTimeout };
}
