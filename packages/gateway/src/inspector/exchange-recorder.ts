// What happens to an exchange from its first byte to the end of its redaction.

import type { Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { InspectorSettings } from "../config/config.ts";
import type { InspectedRequest, UnrecordedRequest } from "../http/request-observer.ts";
import type { HttpServices } from "../http/services.ts";
import type { RequestRecord } from "../observe/log.ts";
import { BodyStore } from "./body-store.ts";
import { ClientCredentials } from "./client-credentials.ts";
import { Conversations } from "./conversations.ts";
import type { EventFeed } from "./event-feed.ts";
import { utilizationMeter } from "./event-loop.ts";
import { ExchangeSample } from "./exchange-sample.ts";
import { type KeepingHost, KeptRecording } from "./kept-recording.ts";
import { KnownLosses } from "./known-losses.ts";
import { FieldWriter } from "./packed-fields.ts";
import type { ProviderHealthLog } from "./provider-health.ts";
import { QueuedRows } from "./queued-rows.ts";
import { recordedRow } from "./recorded-row.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { redactError, redactHeads } from "./redact/redact-heads.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { finishRedaction } from "./redact-recording.ts";
import type { Ring } from "./ring.ts";
import type { Row } from "./row-chunk.ts";
import { RowLog } from "./row-log.ts";
import { turnClock } from "./turn-clock.ts";
import {
  type EndedExchange,
  endedExchange,
  isOrdinary,
  type OrdinaryExchange,
  type RowFields,
  recordAtEnd,
  rowOf,
} from "./unrecorded.ts";
import type { KeptExchange } from "./view.ts";
import { WaitingRecordings } from "./waiting-recordings.ts";

/** Where exchanges are recorded. */
export interface RecorderHost {
  readonly services: HttpServices;
  readonly settings: InspectorSettings;
  readonly maxBodyBytes: number;
  readonly ring: Ring<KeptExchange>;
  readonly feed: EventFeed;
  readonly redactor: BodyRedactor;
  readonly health: ProviderHealthLog;
}

/** How much of the memory is in use at most while there is time to remove the oldest, so that a burst of requests removes none. */
const IDLE_SHARE = 15 / 16;

/** How many exchanges wait at most as they were recorded: to pack all of a burst at once would take time that requests need. */
const MAX_OPEN = 128;

/** Records exchanges into the ring. */
export class ExchangeRecorder implements KeepingHost {
  readonly store: BodyStore = new BodyStore();
  readonly writer: FieldWriter = new FieldWriter();
  readonly now: () => number;
  readonly nowInTurn: () => number;
  private readonly host: RecorderHost;
  private readonly credentials: ClientCredentials;
  private readonly conversations = new Conversations();
  private readonly sample = new ExchangeSample();
  private readonly waiting: WaitingRecordings;
  /** Those of which only the row is kept, until somebody looks. */
  private readonly rows = new RowLog();
  private readonly queued = new QueuedRows((exchange) => this.makeRow(exchange));
  private readonly losses: KnownLosses;

  constructor(host: RecorderHost) {
    const { services, redactor } = host;
    this.host = host;
    this.now = services.now;
    this.nowInTurn = turnClock(services.now);
    this.losses = new KnownLosses(redactor);
    this.credentials = new ClientCredentials((found) => redactor.finder.learn(found));
    this.waiting = new WaitingRecordings({
      now: () => services.clock.elapsed(),
      utilization: utilizationMeter(),
      redact: (exchange) => this.redact(exchange),
      giveUp: (exchange) => this.leaveBodies(exchange, "busy"),
      prepare: () => this.prepare(),
      onBug: (error) => services.reportBug(error),
    });
  }

  get maxBodyBytes(): number {
    return this.host.maxBodyBytes;
  }

  /** A recording for a request whose client is known; `undefined` if there were too many of late. */
  observe(request: InspectedRequest, { tenant }: Caller): Recording | undefined {
    const { feed, settings } = this.host;
    // What it has sent as its key is hidden in all exchanges.
    this.credentials.learn(request.incoming);
    const second = feed.isRead ? undefined : this.sample.take(request.started, settings.maxPerSecond);
    if (second === undefined && !feed.isRead) return undefined;
    const kept = new KeptRecording(this, tenant);
    kept.second = second;
    return kept.record(request);
  }

  /** The exchange of a request that is not recorded is over: nearly all are only counted. */
  onUnrecorded(request: UnrecordedRequest, record: RequestRecord): void {
    if (!isOrdinary(request, record) || this.losses.add(request.result.losses)) this.recordAtEnd(request, record);
    else if (this.hasRoomFor(request, record)) this.addRow(request, record);
    else this.rows.leaveOut(request.caller.tenant);
  }

  /** Whether there was no such loss before. */
  hasNew(losses: readonly Loss[]): boolean {
    return this.losses.isNew(losses);
  }

  /** Somebody looks: all of the next exchanges is kept, and the list is complete. */
  onLook(): void {
    this.sample.refill();
    this.listRows();
  }

  private listRows(): void {
    this.queued.makeAll();
    this.host.ring.insert(this.rows.take());
    this.trim();
    this.host.feed.wake();
  }

  // ── KeepingHost ───────────────────────────────────────────────────────────

  onChange(exchange: KeptRecording): void {
    this.host.ring.touch(exchange);
    this.host.feed.wake();
  }

  onGrowth(exchange: KeptRecording, bytes: number): void {
    this.host.ring.grow(exchange, bytes);
    this.trim();
  }

  onEnd(exchange: KeptRecording, recording: Recording): void {
    recording.complete();
    // A provider that failed before another one responded is not well either.
    for (const attempt of recording.attempts) {
      redactError(attempt, this.host.redactor);
      this.host.health.record(attempt, this.now());
    }
    // Else it is packed when it has been searched for secrets, if it still is one to keep.
    if (this.waiting.count >= MAX_OPEN) exchange.pack();
    this.onChange(exchange);
    this.trim();
    this.waiting.add(exchange);
  }

  private recordAtEnd(request: UnrecordedRequest, record: RequestRecord): void {
    recordAtEnd(new KeptRecording(this, request.caller.tenant).record(request), request, record);
  }

  private hasRoomFor({ started, destination }: OrdinaryExchange, { durationMs }: RequestRecord): boolean {
    const { feed, health } = this.host;
    // The clock was read when the request was logged.
    const now = started + durationMs;
    health.recordSuccess(destination.provider.name, now);
    return this.rows.hasRoom(now, this.sample.before) || feed.isRead;
  }

  private addRow(exchange: OrdinaryExchange, record: RequestRecord): void {
    const { ring, feed } = this.host;
    const unlisted = this.rows.takeLeftOut(exchange.caller.tenant);
    this.queued.add(endedExchange(exchange, record, { seq: ring.reserve(), unlisted }));
    // Somebody looks since the exchange has begun.
    if (feed.isRead) this.listRows();
  }

  private makeRow(exchange: EndedExchange): void {
    const row = rowOf(exchange, this.rowFields(exchange.losses, exchange.unlisted));
    this.rows.add(row, exchange.seq, this.host.settings.maxBytes);
  }

  private rowFields(losses: readonly Loss[], unlisted: number): RowFields {
    const { redactor } = this.host;
    return { losses: this.losses.textOf(losses), unlisted, redactText: (text) => redactor.redactText(text) };
  }

  private listRow(row: Row): void {
    const { ring, feed, settings } = this.host;
    this.rows.add(row, ring.reserve(), settings.maxBytes);
    // Somebody looks since the exchange has begun.
    if (feed.isRead) this.listRows();
  }

  /** Makes room for the next exchanges. Returns whether there may be more to do. */
  private prepare(): boolean {
    this.queued.makeAll();
    this.trim(IDLE_SHARE);
    return this.store.prepare();
  }

  /** Removes the oldest exchanges if all take more than a share of the configured memory. */
  private trim(share = 1): void {
    this.host.ring.trim(this.host.settings.maxBytes * share - this.rows.size);
  }

  private *redact(exchange: KeptRecording): SearchSteps<void> {
    if (exchange.isForgotten) return;
    if (this.isOneOfMany(exchange)) {
      this.leaveRow(exchange);
      return;
    }
    const recording = exchange.open();
    const before = this.conversations.add(exchange);
    yield* finishRedaction(recording, this.host.redactor, () => before?.peek());
    exchange.close();
  }

  // What has failed is kept, whatever there is beside it.
  private isOneOfMany({ state, second }: KeptRecording): boolean {
    const { feed, settings } = this.host;
    return state === "done" && !feed.isRead && second?.search(settings.maxPerSecond) === false;
  }

  private leaveRow(exchange: KeptRecording): void {
    const recording = exchange.peek();
    const row = recordedRow(recording, this.rowFields(recording.losses, 0));
    if (row === undefined) this.leaveBodies(exchange, "sampled");
    else {
      this.host.ring.remove([exchange]);
      this.listRow(row);
    }
  }

  private leaveBodies(exchange: KeptRecording, reason: "sampled" | "busy"): void {
    const recording = exchange.hold();
    redactHeads(recording, this.host.redactor);
    recording.dropBodies();
    exchange.bodiesDropped = reason;
    exchange.isRedacted = true;
    exchange.pack();
    this.onChange(exchange);
  }
}
