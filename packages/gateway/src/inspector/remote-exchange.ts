// With several workers, the primary process shows the exchanges of all. It has their summaries, and asks the worker for
// the rest.

import { GatewayError } from "../errors.ts";
import { droppedExchange } from "./dropped-exchange.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { RingEntry } from "./ring.ts";

/** The process that has recorded an exchange, as the exchange sees it. */
export interface RecordingProcess {
  /** Counts from 1. */
  readonly worker: number;
  detail(id: string): Promise<ExchangeDetail | undefined>;
  body(id: string, name: string): Promise<Uint8Array | undefined>;
  forget(exchange: RemoteExchange): void;
}

/** An exchange that another process has recorded and keeps: here is its summary alone. */
export class RemoteExchange implements RingEntry {
  readonly id: string;
  readonly source: RecordingProcess;
  seq = 0;
  size = 0;
  isForgotten = false;
  /** Whether the summary has what the bodies tell. */
  isDescribed = false;
  private known: ExchangeSummary;
  private isLost = false;

  constructor(summary: ExchangeSummary, source: RecordingProcess) {
    this.id = summary.id;
    this.known = summary;
    this.source = source;
  }

  get tenant(): string {
    return this.known.key ?? "";
  }

  get state(): ExchangeSummary["state"] {
    return this.known.state;
  }

  get summary(): ExchangeSummary {
    return { ...this.known, seq: this.seq };
  }

  /** When it has changed last, roughly, in milliseconds since 1970. */
  get changedAt(): number {
    return this.known.startedAt + (this.known.durationMs ?? 0);
  }

  /** Takes a newer summary; returns whether it differs. */
  update(summary: ExchangeSummary): boolean {
    if (summary.seq <= this.known.seq) return false;
    this.known = summary;
    this.isDescribed = false;
    return true;
  }

  /** Adds what is known from the bodies. Other fields wait for the change that reports them. */
  describe({ calls, excerpt }: ExchangeSummary): void {
    this.known = { ...this.known, calls, excerpt };
    this.isDescribed = true;
  }

  /** Marks a running exchange as failed, because its process has ended. Returns whether it was running. */
  abandon(now: number): boolean {
    this.isLost = true;
    this.isDescribed = true;
    if (this.state !== "running") return false;
    const durationMs = Math.max(0, now - this.known.startedAt);
    const error = { type: "worker_ended", message: `worker ${this.source.worker} ended, which has served it` };
    this.known = { ...this.known, state: "failed", status: 502, error, durationMs };
    return true;
  }

  async detail(previous: string | undefined): Promise<ExchangeDetail> {
    const detail = await this.ask(() => this.source.detail(this.id));
    if (detail === undefined) throw droppedExchange();
    const summary = { ...detail.summary, seq: this.seq };
    return { ...detail, summary, ...(previous === undefined ? {} : { previous }) };
  }

  body(name: string): Promise<Uint8Array | undefined> {
    return this.ask(() => this.source.body(this.id, name));
  }

  // There are none here.
  dropBodies(): void {}

  forget(): void {
    this.source.forget(this);
  }

  private async ask<T>(call: () => Promise<T>): Promise<T> {
    if (this.isLost) throw lost(this.source.worker);
    try {
      return await call();
    } catch {
      throw this.isLost ? lost(this.source.worker) : silent(this.source.worker);
    }
  }
}

function lost(worker: number): GatewayError {
  const message = `worker ${worker} ended, which has recorded the exchange: only its summary is left`;
  return new GatewayError("not-found", "exchange_lost", message);
}

function silent(worker: number): GatewayError {
  const message = `worker ${worker}, which has recorded the exchange, does not answer; try again soon`;
  return new GatewayError("unavailable", "worker_silent", message, { retryAfter: 1 });
}
