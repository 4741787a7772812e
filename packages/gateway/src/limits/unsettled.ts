import type { Clock, Timer } from "../clock.ts";
import type { Settlement } from "./limit-store.ts";

export interface UnsettledOptions {
  readonly settle: (settlement: Settlement) => Promise<void>;
  readonly clock: Clock;
  /** Called with the number of settlements that were given up. */
  readonly onDropped: (count: number) => void;
}

/** How many settlements are kept; beyond, the oldest are given up. */
const MAX_KEPT = 10_000;
/** A store knows for a day which settlements it has; a later one could count twice. In milliseconds. */
const MAX_AGE = 12 * 3600 * 1000;
/** In milliseconds. */
const RETRY_INTERVAL = 1000;
/** How many are sent at once. */
const BATCH = 64;

interface Kept {
  readonly settlement: Settlement;
  readonly since: number;
}

/** Settlements that a store could not take: they are tried again until it does. */
export class Unsettled {
  private readonly options: UnsettledOptions;
  private kept: Kept[] = [];
  private timer: Timer | undefined;
  private isClosed = false;

  constructor(options: UnsettledOptions) {
    this.options = options;
  }

  get size(): number {
    return this.kept.length;
  }

  add(settlement: Settlement): void {
    this.kept.push({ settlement, since: this.options.clock.elapsed() });
    if (this.kept.length > MAX_KEPT) this.drop(this.kept.length - MAX_KEPT);
    this.schedule();
  }

  /** Tries all once more, and no longer. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.options.clock.clearTimer(this.timer);
    await this.retry();
    if (this.kept.length > 0) this.drop(this.kept.length);
  }

  private schedule(): void {
    if (this.isClosed || this.timer !== undefined || this.kept.length === 0) return;
    this.timer = this.options.clock.setTimer(() => void this.onTimer(), RETRY_INTERVAL);
  }

  private async onTimer(): Promise<void> {
    await this.retry();
    this.timer = undefined;
    this.schedule();
  }

  // Until a batch fails: then the store is still down.
  private async retry(): Promise<void> {
    this.dropOld();
    for (let isUp = true; isUp && this.kept.length > 0; ) {
      const batch = this.kept.slice(0, BATCH);
      const results = await Promise.allSettled(batch.map(({ settlement }) => this.options.settle(settlement)));
      const done = new Set(batch.filter((_, index) => results[index]?.status === "fulfilled"));
      this.kept = this.kept.filter((each) => !done.has(each));
      isUp = done.size === batch.length;
    }
  }

  private dropOld(): void {
    const oldest = this.options.clock.elapsed() - MAX_AGE;
    const young = this.kept.findIndex(({ since }) => since >= oldest);
    if (young !== 0 && this.kept.length > 0) this.drop(young < 0 ? this.kept.length : young);
  }

  private drop(count: number): void {
    this.kept.splice(0, count);
    this.options.onDropped(count);
  }
}
