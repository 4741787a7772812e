import type { Clock } from "../clock.ts";
import { StoreFailure } from "./store-failure.ts";
import { withTimeout } from "./with-timeout.ts";

/** How long one request waits for its stores, in all: it does not wait for one of them as long as it has waited for another. */
export class StoreTimeout {
  private readonly clock: Clock;
  private left: number;
  /** How many it waits for now, and since when, in elapsed milliseconds. */
  private waiting = 0;
  private since = 0;

  /** `milliseconds` is how long; 0 means without limit. */
  constructor(clock: Clock, milliseconds: number) {
    this.clock = clock;
    this.left = milliseconds === 0 ? Number.POSITIVE_INFINITY : milliseconds;
  }

  /** Waits for a call of a store. When no time is left, the store is too slow for this request, which says nothing about others. */
  async waitFor<T>(work: Promise<T>): Promise<T> {
    if (this.left === Number.POSITIVE_INFINITY) return work;
    const remaining = this.left - (this.waiting === 0 ? 0 : this.clock.elapsed() - this.since);
    // Nobody looks at it, but it may still fail.
    work.catch(() => {});
    if (remaining <= 0)
      throw new StoreFailure("timeout", "the store is too slow for what a request waits in all", true);
    if (this.waiting++ === 0) this.since = this.clock.elapsed();
    try {
      return await withTimeout(work, remaining, this.clock);
    } finally {
      if (--this.waiting === 0) this.left -= this.clock.elapsed() - this.since;
    }
  }

  /** Waits until something is done, or until no time is left: then it goes on without the request. */
  async untilDone(work: Promise<void>): Promise<void> {
    try {
      await this.waitFor(work);
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
    }
  }
}
