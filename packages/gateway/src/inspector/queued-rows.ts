// Rows that are still to be made. What makes them runs so seldom beside all else that one by one they take several times as long as together.

import type { EndedExchange } from "./unrecorded.ts";

/** How many exchanges wait at most until the rows of all are made. */
const MAX_QUEUED = 32;

/** Exchanges of the same second that are to become rows. */
export class QueuedRows {
  private queued: EndedExchange[] = [];
  private second = 0;
  private readonly make: (exchange: EndedExchange) => void;

  constructor(make: (exchange: EndedExchange) => void) {
    this.make = make;
  }

  add(exchange: EndedExchange): void {
    const second = Math.floor((exchange.startedAt + exchange.record.durationMs) / 1000);
    if (second !== this.second) this.makeAll();
    this.second = second;
    this.queued.push(exchange);
    if (this.queued.length >= MAX_QUEUED) this.makeAll();
  }

  makeAll(): void {
    const { queued } = this;
    if (queued.length === 0) return;
    this.queued = [];
    for (const exchange of queued) this.make(exchange);
  }
}
