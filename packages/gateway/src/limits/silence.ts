import type { Clock } from "../clock.ts";

/**
 * Whether a store is silent: a call has timed out, and nothing was answered in time since. Then all calls but one in a while fail at once, so
 * that a request that needs several of them waits for one at most, and nothing piles up.
 */
export class Silence {
  private readonly clock: Clock;
  private readonly interval: number;
  /** When a call is tried next, in elapsed milliseconds; `undefined` if the store is not silent. */
  private nextTrial: number | undefined;

  /** `interval` is how long no call is tried after one has timed out, in milliseconds: as long as that has taken. */
  constructor(clock: Clock, interval: number) {
    this.clock = clock;
    this.interval = interval;
  }

  begin(): void {
    this.nextTrial = this.clock.elapsed() + this.interval;
  }

  end(): void {
    this.nextTrial = undefined;
  }

  /** Whether a call may be made now. */
  mayCall(): boolean {
    if (this.nextTrial === undefined) return true;
    if (this.clock.elapsed() < this.nextTrial) return false;
    this.begin();
    return true;
  }
}
