import type { Clock, Timer } from "../clock.ts";

/**
 * A timer that is cheap to extend: extending only stores the new time, and a timer that fires early waits for the rest. It can have
 * a limit, which extending does not move.
 */
export class Deadline {
  /** By the monotonic clock, as all times here. */
  private at = NEVER;
  private limitAt = NEVER;
  private firesAt = NEVER;
  private timer: Timer | undefined;
  private readonly clock: Clock;
  private readonly expire: (isAtLimit: boolean) => void;

  constructor(clock: Clock, expire: (isAtLimit: boolean) => void) {
    this.clock = clock;
    this.expire = expire;
  }

  /** Expires after a delay in milliseconds, unless it is set again or cleared before; 0 means never. */
  set(milliseconds: number): void {
    const now = this.clock.elapsed();
    this.at = milliseconds === 0 ? NEVER : now + milliseconds;
    this.schedule(now);
  }

  /** Makes it expire after a delay in milliseconds in any case, once it is set and until it is stopped; 0 means no limit. */
  limit(milliseconds: number): void {
    this.limitAt = milliseconds === 0 ? NEVER : this.clock.elapsed() + milliseconds;
  }

  /** Expires at its limit only. */
  clear(): void {
    this.at = NEVER;
    if (this.limitAt === NEVER) this.clearTimer();
  }

  /** Never expires, until it is set again. */
  stop(): void {
    this.limitAt = NEVER;
    this.clear();
  }

  private schedule(now: number): void {
    const at = Math.min(this.at, this.limitAt);
    // A timer that fires before the new time restarts itself.
    if (at < this.firesAt || at === NEVER) this.clearTimer();
    if (this.timer !== undefined || at === NEVER) return;
    this.firesAt = at;
    this.timer = this.clock.setTimer(() => this.check(), at - now);
  }

  private clearTimer(): void {
    this.clock.clearTimer(this.timer);
    this.timer = undefined;
    this.firesAt = NEVER;
  }

  private check(): void {
    this.timer = undefined;
    this.firesAt = NEVER;
    const now = this.clock.elapsed();
    const isAtLimit = this.limitAt <= now;
    const hasExpired = isAtLimit || this.at <= now;
    if (hasExpired) this.at = NEVER;
    if (isAtLimit) this.limitAt = NEVER;
    this.schedule(now);
    if (hasExpired) this.expire(isAtLimit);
  }
}

const NEVER = Number.POSITIVE_INFINITY;

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
