/** Work that can be interrupted between two steps. */
type Steps<T> = Iterator<undefined, T, undefined>;

/**
 * Lets the long work of many requests share the event loop: I/O is handled between two steps, and only one request does a
 * step per turn. Work of a single step is done at once, unless others are waiting.
 */
export class CooperativeScheduler {
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  /** Does all steps of a work. */
  async run<T>(steps: Steps<T>): Promise<T> {
    if (this.busy > 0) await this.nextTurn();
    this.busy++;
    try {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        await this.nextTurn();
      }
    } finally {
      this.busy--;
    }
  }

  /** Waits for a turn where longer work is under way. */
  async turn(): Promise<void> {
    if (this.busy > 0) await this.nextTurn();
  }

  /** Waits until all who were waiting have had a turn. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.schedule();
    });
  }

  // A timer instead of a microtask, so that I/O is handled in between.
  private schedule(): void {
    setTimeout(() => {
      this.waiting.shift()?.();
      if (this.waiting.length > 0) this.schedule();
    });
  }
}
