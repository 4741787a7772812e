/** Keeps retries from adding more than a fifth to the load of a provider that is failing. */
export class RetryBudget {
  private tokens = RESERVE;
  private last: number;

  /** `now` is in milliseconds. */
  constructor(now: number) {
    this.last = now;
  }

  /** Counts a request that is no retry. */
  earn(now: number): void {
    const idle = Math.max(0, now - this.last - BUSY);
    this.last = now;
    // Idle time refills the reserve, and no more than that.
    const refilled = Math.max(this.tokens, Math.min(this.tokens + idle * REFILL, RESERVE));
    this.tokens = Math.min(refilled + SHARE, RESERVE * 10);
  }

  /** Takes one retry from the budget; returns false if none is left. */
  spend(): boolean {
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }
}

const SHARE = 0.2;
/** A single agent sends few requests, and they too can be retried. */
const RESERVE = 20;
/** Requests less than this many milliseconds apart count as load. */
const BUSY = 1000;
/** Retries per idle millisecond. */
const REFILL = 1 / 1000;
