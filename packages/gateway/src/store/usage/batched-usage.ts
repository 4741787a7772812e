import type { Clock, Timer } from "../../clock.ts";
import { GatewayError } from "../../errors.ts";
import { BoundedCalls } from "../../limits/bounded-calls.ts";
import { Silence } from "../../limits/silence.ts";
import { type FailureReason, StoreFailure } from "../../limits/store-failure.ts";
import { UsageBook } from "../../usage/usage-book.ts";
import type {
  CountedUsage,
  DayRange,
  UsageBatch,
  UsageEntry,
  UsageLog,
  UsageRow,
  UsageStore,
} from "../../usage/usage-log.ts";
import type { UsageRows } from "../../usage/usage-rows.ts";

export interface BatchedUsageOptions {
  readonly store: UsageStore;
  /** How long usage is collected before it is written, in milliseconds. */
  readonly interval: number;
  /** How long to wait for the store, in milliseconds; 0 means without limit. */
  readonly timeout: number;
  readonly clock: Clock;
  readonly rows: UsageRows;
  /** Called with the problem if usage cannot be written, and with `undefined` when it can again. */
  onTrouble(trouble: string | undefined): void;
  /** Called for every call of the store that fails. */
  onFailure?(reason: FailureReason): void;
}

/**
 * Collects usage and writes it in batches, so that no request waits for it. What cannot be written is kept, added up, and sent again:
 * the same batch until it is known to be added, since the store may have added it before the connection broke.
 */
export class BatchedUsage implements UsageLog {
  private readonly options: BatchedUsageOptions;
  private readonly calls: BoundedCalls;
  private readonly source = globalThis.crypto.randomUUID();
  private sequence = 0;
  private collected = new UsageBook();
  /** The batch that is not known to be added. */
  private unconfirmed: UsageBatch | undefined;
  private queue: Promise<void> = Promise.resolve();
  /** A write that has not begun. */
  private waiting: Promise<void> | undefined;
  private timer: Timer | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: BatchedUsageOptions) {
    const { timeout, clock, onTrouble, onFailure } = options;
    this.options = options;
    this.calls = new BoundedCalls({
      timeout,
      clock,
      silence: new Silence(clock, timeout),
      onFailure,
      onTrouble: (trouble) =>
        onTrouble(trouble === undefined ? undefined : `usage is kept in memory until it can be written: ${trouble}`),
    });
  }

  add(entry: UsageEntry): void {
    this.collected.add(this.options.rows.rowOf(entry));
    this.flushLater();
  }

  addCounted(counted: CountedUsage): void {
    for (const row of this.options.rows.rowsOf(counted)) this.collected.add(row);
    this.flushLater();
  }

  async read(range: DayRange): Promise<readonly UsageRow[]> {
    await this.flush();
    try {
      return await this.calls.run("read", () => this.options.store.read(range));
    } catch (error) {
      throw error instanceof StoreFailure ? unavailable() : error;
    }
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private flushLater(): void {
    if (this.closing !== undefined) return;
    this.timer ??= this.options.clock.setTimer(() => {
      this.timer = undefined;
      void this.flush();
    }, this.options.interval);
  }

  private flush(): Promise<void> {
    this.waiting ??= this.queue.then(() => this.write());
    this.queue = this.waiting;
    return this.queue;
  }

  private async write(): Promise<void> {
    this.waiting = undefined;
    try {
      if (this.unconfirmed !== undefined) await this.send(this.unconfirmed);
      if (!this.collected.isEmpty) await this.send(this.nextBatch());
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      this.flushLater();
    }
  }

  private async send(batch: UsageBatch): Promise<void> {
    this.unconfirmed = batch;
    await this.calls.run("add", () => this.options.store.add(batch));
    this.unconfirmed = undefined;
  }

  private nextBatch(): UsageBatch {
    const rows = this.collected.rows();
    this.collected = new UsageBook();
    this.sequence++;
    return { source: this.source, sequence: this.sequence, rows };
  }

  private async finish(): Promise<void> {
    const { clock, store, onTrouble } = this.options;
    await this.flush();
    clock.clearTimer(this.timer);
    const lost = [...(this.unconfirmed?.rows ?? []), ...this.collected.rows()];
    const requests = lost.reduce((sum, { counts }) => sum + counts.requests, 0);
    if (requests > 0) onTrouble(`requests whose usage could not be written and is lost: ${requests}`);
    await store.close();
  }
}

function unavailable(): GatewayError {
  const message = "usage cannot be read now; try again soon";
  return new GatewayError("unavailable", "usage_unavailable", message, { retryAfter: 1 });
}
