/** The time, and timers that run by it. Exchanges, stores and the simulated provider wait by the clock of their gateway, so that tests can advance it. */
export interface Clock {
  /** Milliseconds since 1970; jumps when the system's clock is set. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for measuring durations. */
  readonly elapsed: () => number;
  /** Calls a function once, after a delay in milliseconds. */
  readonly setTimer: (run: () => void, milliseconds: number) => Timer;
  readonly clearTimer: (timer: Timer | undefined) => void;
  /** Calls a function once the I/O that waits is handled. Absent where only timers do that, which take a millisecond at least. */
  readonly afterIo?: (run: () => void) => void;
}

/** What `setTimer` returns; only its clock looks inside. */
export type Timer = ReturnType<typeof setTimeout>;

/** The clock of the machine. */
export const systemClock: Clock = {
  // Read at each call: tests replace `Date`.
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimer: (timer) => clearTimeout(timer),
};
