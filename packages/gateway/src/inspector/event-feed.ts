// The stream of changes (`GET …/events`), for all pages that are open.

import type { EventReader } from "./event-reader.ts";
import type { ExchangeSummary } from "./protocol.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import type { Ring } from "./ring.ts";
import type { KeptExchange } from "./view.ts";

/** What the feed needs of the inspector. */
export interface FeedOptions {
  readonly ring: Ring<KeptExchange>;
  /** Runs a job while no request is being handled. */
  readonly onIdle: (job: SearchSteps<void>) => void;
  readonly viewSummary: (exchange: KeptExchange) => SearchSteps<ExchangeSummary>;
}

/** Sends the changes of the ring to those who read them. The ring itself is the only buffer. */
export class EventFeed {
  private readonly readers = new Set<EventReader>();
  private readonly options: FeedOptions;
  private isPending = false;

  constructor(options: FeedOptions) {
    this.options = options;
  }

  get isRead(): boolean {
    return this.readers.size > 0;
  }

  get size(): number {
    return this.readers.size;
  }

  add(reader: EventReader): void {
    this.readers.add(reader);
    this.wake();
  }

  remove(reader: EventReader): void {
    this.readers.delete(reader);
  }

  close(): void {
    for (const reader of this.readers) reader.close();
    this.readers.clear();
  }

  /** Something has changed, or a reader can take more. */
  wake(): void {
    if (this.isPending || this.readers.size === 0) return;
    this.isPending = true;
    this.options.onIdle(this.deliver());
  }

  private *deliver(): SearchSteps<void> {
    this.isPending = false;
    for (const reader of this.readers) if (reader.isReady) yield* this.deliverTo(reader);
  }

  private *deliverTo(reader: EventReader): SearchSteps<void> {
    const { ring, viewSummary } = this.options;
    const upTo = ring.seq;
    const changes = ring.changesSince(reader.seq);
    if (changes === undefined) {
      reader.send({ seq: ring.seq, type: "reset", data: "{}" });
      return;
    }
    const removed = changes.removed.filter(({ tenant }) => reader.maySee(tenant));
    // Removed exchanges are sent first: one that is in both lists was removed, and came back.
    if (removed.length > 0)
      reader.send({ seq: reader.seq, type: "removed", data: JSON.stringify({ ids: removed.map(({ id }) => id) }) });
    for (const exchange of changes.changed) {
      const { seq } = exchange;
      if (!reader.isReady) return;
      if (!ring.has(exchange) || !reader.maySee(exchange.tenant ?? "")) continue;
      const summary = yield* viewSummary(exchange);
      if (ring.has(exchange)) reader.send({ seq, type: "exchange", data: JSON.stringify(summary) });
    }
    reader.seq = Math.max(reader.seq, upTo);
  }
}
