/** Work that is done piece by piece. */
type Steps<T> = Iterator<undefined, T, undefined>;

/**
 * Lets long work of many requests share the event loop: between two pieces of it everybody else has a turn, and only one
 * request does a piece in each. Work that needs no pause is done at once, unless others are waiting for theirs.
 */
export class CooperativeScheduler {
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  /** Does work to its end. */
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

  /** Waits until everybody else has had a turn. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.schedule();
    });
  }

  // A timer, and no microtask: what has come in from the network meanwhile is to be looked at.
  private schedule(): void {
    setTimeout(() => {
      this.waiting.shift()?.();
      if (this.waiting.length > 0) this.schedule();
    });
  }
}
