// What happens to an exchange from its first byte to the end of its redaction.

import type { InspectorSettings } from "../config/config.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { HttpServices } from "../http/services.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Incoming } from "../transport.ts";
import { BodyStore } from "./body-store.ts";
import { ClientCredentials } from "./client-credentials.ts";
import { Conversations } from "./conversations.ts";
import type { EventFeed } from "./event-feed.ts";
import { utilizationMeter } from "./event-loop.ts";
import { type KeepingHost, KeptRecording } from "./kept-recording.ts";
import { KnownLosses } from "./known-losses.ts";
import { ObservedExchange, type ObservingHost, type OrdinaryExchange, rowOf } from "./observed-exchange.ts";
import { FieldWriter } from "./packed-fields.ts";
import type { ProviderHealthLog } from "./provider-health.ts";
import type { Recording } from "./recording.ts";
import { RecordingAllowance } from "./recording-allowance.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { redactError, redactHeads } from "./redact/redact-heads.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { finishRedaction } from "./redact-recording.ts";
import type { Ring } from "./ring.ts";
import { RowLog } from "./row-log.ts";
import { turnClock } from "./turn-clock.ts";
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

/** A burst may have as many exchanges as are recorded whole in so many seconds. */
const BURST_SECONDS = 10;

/** Records exchanges into the ring. */
export class ExchangeRecorder implements KeepingHost, ObservingHost {
  readonly store: BodyStore = new BodyStore();
  readonly writer: FieldWriter = new FieldWriter();
  readonly now: () => number;
  readonly nowInTurn: () => number;
  readonly allowance: RecordingAllowance = new RecordingAllowance(BURST_SECONDS);
  private readonly host: RecorderHost;
  private readonly credentials: ClientCredentials;
  private readonly conversations = new Conversations();
  private readonly waiting: WaitingRecordings;
  /** Those of which only the row is kept, until somebody looks. */
  private readonly rows = new RowLog();
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
      giveUp: (exchange) => this.giveUp(exchange),
      prepare: () => this.prepare(),
      onBug: (error) => services.reportBug(error),
    });
  }

  get maxBodyBytes(): number {
    return this.host.maxBodyBytes;
  }

  observe(request: ObservedRequest, replayOf: string | undefined): RequestObserver {
    return new ObservedExchange(request, this, replayOf);
  }

  /** Somebody looks: all of the next exchanges is kept, and the list is complete. */
  onLook(): void {
    this.allowance.refill();
    this.listRows();
  }

  private listRows(): void {
    this.host.ring.insert(this.rows.take());
    this.trim();
    this.host.feed.wake();
  }

  // ── KeepingHost ───────────────────────────────────────────────────────────

  onAuthorized(head: Pick<Incoming, "headers" | "url">): void {
    this.credentials.learn(head);
  }

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
    exchange.pack();
    this.onChange(exchange);
    this.trim();
    this.waiting.add(exchange);
  }

  // ── ObservingHost ─────────────────────────────────────────────────────────

  recordingFor(head: ObservedRequest, replayOf: string | undefined): Recording | undefined {
    const { feed, settings } = this.host;
    const isWhole = feed.isRead || this.allowance.take(this.now(), settings.maxPerSecond);
    return isWhole ? new KeptRecording(this).record(head, replayOf) : undefined;
  }

  onRowEnd(exchange: ObservedExchange, record: RequestRecord): void {
    const { caller, losses, head, replayOf } = exchange;
    if (caller === undefined) return;
    if (exchange.isOrdinary(record) && !this.losses.add(losses)) this.keepRow(exchange, record);
    else exchange.tell(new KeptRecording(this).record(head, replayOf), record);
  }

  private keepRow(exchange: OrdinaryExchange, record: RequestRecord): void {
    const { ring, feed, settings, health, redactor } = this.host;
    const { tenant } = exchange.caller;
    const now = this.now();
    health.recordSuccess(exchange.destination.provider.name, now);
    if (!this.rows.hasRoom(now) && !feed.isRead) {
      this.rows.leaveOut(tenant);
      return;
    }
    const losses = this.losses.textOf(exchange.losses);
    const unlisted = this.rows.takeLeftOut(tenant);
    const row = rowOf(exchange, record, { losses, unlisted, redactText: (text) => redactor.redactText(text) });
    this.rows.add(row, ring.reserve(), settings.maxBytes);
    // Somebody looks since the exchange has begun.
    if (feed.isRead) this.listRows();
  }

  /** Makes room for the next exchanges. Returns whether there may be more to do. */
  private prepare(): boolean {
    this.trim(IDLE_SHARE);
    return this.store.prepare();
  }

  /** Removes the oldest exchanges if all take more than a share of the configured memory. */
  private trim(share = 1): void {
    this.host.ring.trim(this.host.settings.maxBytes * share - this.rows.size);
  }

  private *redact(exchange: KeptRecording): SearchSteps<void> {
    if (exchange.isForgotten) return;
    const recording = exchange.open();
    const before = this.conversations.add(exchange);
    yield* finishRedaction(recording, this.host.redactor, before?.peek());
    exchange.close();
  }

  private giveUp(exchange: KeptRecording): void {
    const recording = exchange.hold();
    redactHeads(recording, this.host.redactor);
    recording.dropBodies();
    exchange.isGivenUp = true;
    exchange.isRedacted = true;
    exchange.pack();
    this.onChange(exchange);
  }
}
