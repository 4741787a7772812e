import type { Clock, Timer } from "../../src/clock.ts";

interface Pending {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands still until the test turns it. */
export class TestClock implements Clock {
  static readonly start: number = Date.UTC(2026, 10, 16);
  private time = TestClock.start;
  private readonly pending = new Map<Timer, Pending>();

  readonly now = (): number => this.time;
  readonly elapsed = (): number => this.time;

  readonly setTimer = (run: () => void, milliseconds: number): Timer => {
    const timer = {} as Timer;
    this.pending.set(timer, { at: this.time + milliseconds, run });
    return timer;
  };

  readonly clearTimer = (timer: Timer | undefined): void => {
    if (timer !== undefined) this.pending.delete(timer);
  };

  /** The timers that are set, as the milliseconds that are left. */
  get timers(): number[] {
    return [...this.pending.values()].map(({ at }) => at - this.time);
  }

  /** Lets so much time pass at once; timers that are due run in their order. */
  turn(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let due = this.next(end); due !== undefined; due = this.next(end)) {
      const [timer, { at, run }] = due;
      this.pending.delete(timer);
      this.time = at;
      run();
    }
    this.time = end;
  }

  /** Resolves once a timer is set for exactly so many milliseconds. */
  async awaits(milliseconds: number): Promise<void> {
    while (!this.timers.includes(milliseconds)) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass, from timer to timer, until the work is done. Time stands still while anything else happens. */
  async turnUntil<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      await quiet(() => isDone);
      if (isDone) return work;
      if (this.pending.size > 0) this.turn(Math.min(...this.timers));
    }
  }

  private next(end: number): readonly [Timer, Pending] | undefined {
    return [...this.pending].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0];
  }
}

/** More turns of the event loop than anything in the gateway, the simulator and the SDKs takes without a timer. */
const TURNS = 10;

/** Resolves when everything that waits for no timer of the clock has been done, or as soon as what the caller waits for is. */
export async function quiet(isDone: () => boolean = () => false): Promise<void> {
  for (let turn = 0; turn < TURNS && !isDone(); turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
