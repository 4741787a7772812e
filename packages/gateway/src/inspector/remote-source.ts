// One worker, as the primary process sees it.

import type { Clock } from "../clock.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import { type RecordingProcess, RemoteExchange } from "./remote-exchange.ts";
import type { RecordedChanges, RemoteRecorder } from "./remote-recorder.ts";

/** How long a process that did not answer is left alone, in milliseconds. */
const PAUSE = 2000;

/** How many exchanges are described by one message. */
const MAX_DESCRIBED = 100;

/** The exchanges of one other process, as far as they are known here. */
export class RemoteSource implements RecordingProcess {
  readonly worker: number;
  readonly recorder: RemoteRecorder;
  readonly entries: Map<string, RemoteExchange> = new Map();
  isFollowed = false;
  private readonly clock: Clock;
  /** The last change of it that is known. */
  private seq = -1;
  private silentUntil = 0;
  private forgotten: string[] = [];

  constructor(worker: number, recorder: RemoteRecorder, clock: Clock) {
    this.worker = worker;
    this.recorder = recorder;
    this.clock = clock;
  }

  /** Whether it did not answer. */
  get isSilent(): boolean {
    return this.silentUntil > this.clock.elapsed();
  }

  /** What has changed since the last time; `undefined` if it does not answer. */
  async read(): Promise<RecordedChanges | undefined> {
    const changes = await this.ask(() => this.recorder.changes(this.seq));
    if (changes !== undefined) this.seq = changes.seq;
    return changes;
  }

  /** Takes over what has changed. */
  apply({ isComplete, exchanges, removed }: RecordedChanges): AppliedChanges {
    const ids = isComplete ? new Set(exchanges.map(({ id }) => id)) : undefined;
    const gone = ids === undefined ? removed : [...this.entries.keys()].filter((id) => !ids.has(id));
    return {
      removed: gone.flatMap((id) => this.drop(id) ?? []),
      changed: exchanges.flatMap((summary) => this.upsert(summary) ?? []),
    };
  }

  /** Adds what the bodies of exchanges tell to their summaries. */
  async describe(exchanges: readonly RemoteExchange[]): Promise<void> {
    const ids = exchanges.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += MAX_DESCRIBED) {
      const summaries = await this.ask(() => this.recorder.summaries(ids.slice(from, from + MAX_DESCRIBED)));
      if (summaries === undefined) return;
      for (const summary of summaries) this.entries.get(summary.id)?.describe(summary);
    }
  }

  async untilChanged(): Promise<void> {
    await this.recorder.untilChanged(this.seq);
  }

  // ── RecordingProcess ──────────────────────────────────────────────────────

  detail(id: string): Promise<ExchangeDetail | undefined> {
    return this.recorder.detail(id);
  }

  body(id: string, name: string): Promise<Uint8Array | undefined> {
    return this.recorder.body(id, name);
  }

  forget(exchange: RemoteExchange): void {
    if (this.drop(exchange.id) === undefined) return;
    if (this.forgotten.length === 0) queueMicrotask(() => this.flushForgotten());
    this.forgotten.push(exchange.id);
  }

  private flushForgotten(): void {
    const { forgotten } = this;
    this.forgotten = [];
    this.recorder.forget(forgotten);
  }

  private upsert(summary: ExchangeSummary): RemoteExchange | undefined {
    const known = this.entries.get(summary.id);
    if (known !== undefined) return known.update(summary) ? known : undefined;
    const added = new RemoteExchange(summary, this);
    this.entries.set(summary.id, added);
    return added;
  }

  private drop(id: string): RemoteExchange | undefined {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    return entry;
  }

  private async ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (this.isSilent) return undefined;
    try {
      return await call();
    } catch {
      this.silentUntil = this.clock.elapsed() + PAUSE;
      return undefined;
    }
  }
}

interface AppliedChanges {
  readonly changed: readonly RemoteExchange[];
  readonly removed: readonly RemoteExchange[];
}
