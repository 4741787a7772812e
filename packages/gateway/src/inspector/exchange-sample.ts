// Which exchanges are kept whole while nobody looks. What people and agents send in a second, they may want to see; of the many requests of a
// busy second, a few say as much as all, and what they cost is taken from the others.

import { RecordingAllowance } from "./recording-allowance.ts";

/** A burst may have as many exchanges as are kept whole in so many seconds. */
const BURST_SECONDS = 10;

/** How many exchanges of a burst may be in one second: as many as are kept whole in so many seconds, and at least so many. */
const AT_ONCE_SECONDS = 5;
const MIN_AT_ONCE = 20;

/** From so many times more requests in a second than are kept whole, a smaller share is kept in the seconds after it. */
const BUSY = 20;
const BUSY_SHARE = 0.1;

/** The requests of one second. Whether it is so busy shows when the first of them are over and wait for the removal of secrets. */
export class CountedSecond {
  requests = 0;
  private searched = 0;

  /** Whether one more exchange of this second is searched for secrets; of a busy second, only some are. */
  search(perSecond: number): boolean {
    this.searched++;
    return this.requests <= BUSY * perSecond || this.searched <= perSecond;
  }
}

/** Counts requests, and says which of them are kept whole. */
export class ExchangeSample {
  /** How many requests there were in the second before this one. */
  before = 0;
  private readonly allowance = new RecordingAllowance(BURST_SECONDS);
  private second = 0;
  private counted = new CountedSecond();

  /**
   * Counts a request at a time, in milliseconds since 1970. Returns the second that it belongs to if it is kept whole, with so many
   * in a second.
   */
  take(now: number, perSecond: number): CountedSecond | undefined {
    const second = Math.floor(now / 1000);
    // A request may have waited for its key to be checked, and so belong to the second before.
    if (second !== this.second && second !== this.second - 1) this.begin(second);
    this.counted.requests++;
    const isTaken = this.counted.requests <= this.maxAtOnce(perSecond) && this.allowance.take(now, perSecond);
    return isTaken ? this.counted : undefined;
  }

  /** Begins again: somebody looks. */
  refill(): void {
    this.before = 0;
    this.counted = new CountedSecond();
    this.allowance.refill();
  }

  private begin(second: number): void {
    this.before = second === this.second + 1 ? this.counted.requests : 0;
    this.second = second;
    this.counted = new CountedSecond();
  }

  private maxAtOnce(perSecond: number): number {
    if (this.before > BUSY * perSecond) return Math.ceil(BUSY_SHARE * perSecond);
    return Math.max(MIN_AT_ONCE, AT_ONCE_SECONDS * perSecond);
  }
}
