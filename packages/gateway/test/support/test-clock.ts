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

  /** Lets so much time pass at once; what falls due runs in its order. */
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

  /** Resolves once something waits for exactly so long. */
  async awaits(milliseconds: number): Promise<void> {
    const isSet = () => [...this.pending.values()].some(({ at }) => at === this.time + milliseconds);
    while (!isSet()) await new Promise((resolve) => setImmediate(resolve));
  }

  private next(end: number): readonly [Timer, Pending] | undefined {
    return [...this.pending].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0];
  }
}
