// How many exchanges are recorded while nobody looks. A gateway with thousands of requests in a second would otherwise spend a fifth of
// its time on copies that are removed again seconds later; so it keeps a sample, which reaches back further.

/** Counts exchanges against a number in a second. */
export class RecordingAllowance {
  private readonly burstSeconds: number;
  private left = Number.POSITIVE_INFINITY;
  private countedAt = 0;

  /** A burst may have as many exchanges as are allowed in so many seconds. */
  constructor(burstSeconds: number) {
    this.burstSeconds = burstSeconds;
  }

  /** Takes one exchange at a time, in milliseconds since 1970; returns false if there were too many before it. */
  take(now: number, perSecond: number): boolean {
    const earned = (Math.max(0, now - this.countedAt) / 1000) * perSecond;
    this.left = Math.min(this.left + earned, this.burstSeconds * perSecond);
    this.countedAt = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }

  /** Begins again: somebody looks. */
  refill(): void {
    this.left = Number.POSITIVE_INFINITY;
  }
}
