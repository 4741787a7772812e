/** A time limit that can be put off at the price of an assignment: what fires too early just waits for the rest. */
export class Deadline {
  /** By a clock that never jumps. */
  private at = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly expire: () => void;

  constructor(expire: () => void) {
    this.expire = expire;
  }

  /** Expires after so many milliseconds from now, unless it is set anew; 0 means never. */
  set(milliseconds: number): void {
    if (milliseconds === 0) {
      this.clear();
      return;
    }
    const at = performance.now() + milliseconds;
    // A timer that is due sooner finds out for itself that it was put off.
    if (this.timer !== undefined && at < this.at) this.clear();
    this.at = at;
    this.timer ??= setTimeout(() => this.check(), milliseconds);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private check(): void {
    this.timer = undefined;
    const rest = this.at - performance.now();
    if (rest > 0) this.timer = setTimeout(() => this.check(), rest);
    else this.expire();
  }
}

/** Waits, or until it is told to stop; tells whether it waited to the end. */
export function sleep(milliseconds: number, onStop: (stop: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    onStop(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
