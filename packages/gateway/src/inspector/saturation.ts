// Whether the event loop has had no time to spare for long. Then only a sample of the exchanges is kept with heads and bodies, so that
// recording takes no more than a few hundredths of the time of requests.

/** How long the event loop must have been busy, in milliseconds: a burst of requests is recorded as a whole. */
const LONG = 10_000;

/** From this utilization on, the event loop is busy. */
const BUSY = 0.8;

/** An idle moment counts for so many busy ones. */
const IDLE_WEIGHT = 2;

/** The time between two exchanges of the sample, in milliseconds. */
const SAMPLE_INTERVAL = 100;

/** Follows how busy the event loop is. */
export class Saturation {
  /** For how long it was busy, without the idle moments in between, in milliseconds. */
  private busy = 0;
  /** The time since the last exchange of the sample, in milliseconds. */
  private sampled = 0;

  /** Whether it was busy for long. */
  get isLong(): boolean {
    return this.busy >= LONG;
  }

  /** Whether it was busy. */
  get isPossible(): boolean {
    return this.busy > 0;
  }

  /** Begins again: somebody looks. */
  reset(): void {
    this.busy = 0;
  }

  /** Adds a time in milliseconds, of a hundredth of a second or so. */
  update(elapsed: number, utilization: number): void {
    const busy = this.busy + (utilization > BUSY ? elapsed : -IDLE_WEIGHT * elapsed);
    this.busy = Math.min(LONG, Math.max(0, busy));
    this.sampled += elapsed;
  }

  /** Whether an exchange is the next one of the sample. */
  takeSample(): boolean {
    if (this.sampled < SAMPLE_INTERVAL) return false;
    this.sampled = 0;
    return true;
  }
}
