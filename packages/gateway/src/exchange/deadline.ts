import type { Clock, Timer } from "../clock.ts";

/** A timer that is cheap to extend: extending only stores the new time, and a timer that fires early waits for the rest. */
export class Deadline {
  /** By the monotonic clock. */
  private at = 0;
  private timer: Timer | undefined;
  private readonly clock: Clock;
  private readonly expire: () => void;

  constructor(clock: Clock, expire: () => void) {
    this.clock = clock;
    this.expire = expire;
  }

  /** Expires after a delay in milliseconds, unless it is set again or cleared before; 0 means never. */
  set(milliseconds: number): void {
    if (milliseconds === 0) {
      this.clear();
      return;
    }
    const at = this.clock.elapsed() + milliseconds;
    // A timer that fires before the new time restarts itself.
    if (this.timer !== undefined && at < this.at) this.clear();
    this.at = at;
    this.timer ??= this.clock.setTimer(() => this.check(), milliseconds);
  }

  clear(): void {
    this.clock.clearTimer(this.timer);
    this.timer = undefined;
  }

  private check(): void {
    this.timer = undefined;
    const rest = this.at - this.clock.elapsed();
    if (rest > 0) this.timer = this.clock.setTimer(() => this.check(), rest);
    else this.expire();
  }
}

/** Waits until the time is over or `stop` is called; resolves to whether the time is over. */
export function sleep(clock: Clock, milliseconds: number, onStop: (stop: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve(true), milliseconds);
    onStop(() => {
      clock.clearTimer(timer);
      resolve(false);
    });
  });
}
