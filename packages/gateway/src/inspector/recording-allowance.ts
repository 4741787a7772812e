// How many exchanges are recorded whole while nobody looks. A gateway with thousands of requests in a second would otherwise spend a
// fifth of its time on copies that are removed again seconds later; so it keeps the rows of all, and a sample that reaches back further.

/** A burst may have as many exchanges as are allowed in so many seconds. */
const BURST_SECONDS = 100;

/** Counts exchanges against the setting `inspector.maxPerSecond`. */
export class RecordingAllowance {
  private left = Number.POSITIVE_INFINITY;
  private countedAt = 0;

  /** Takes one exchange that begins now, in milliseconds since 1970; returns false if there were too many before it. */
  take(now: number, perSecond: number): boolean {
    const earned = (Math.max(0, now - this.countedAt) / 1000) * perSecond;
    this.left = Math.min(this.left + earned, BURST_SECONDS * perSecond);
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
