/** Work that can be interrupted between two steps. */
type Steps<T> = Iterator<undefined, T, undefined>;

/** How long the work of all requests together may occupy the event loop in one turn, in milliseconds. */
const MAX_TIME = 5;

/** How long the first steps of a work may take after the very first, in milliseconds, and how many there may be. */
const SHORT = 1;
const FEW_STEPS = 4;

/** The maximum number of steps in one turn. Cloudflare Workers need it, because their clock does not advance while code runs. */
const MAX_STEPS = 32;

/** Does a step. Once it has resolved a promise, what waits for that runs in the same turn. */
type Job = () => "more" | "resolved";

/**
 * Lets the long work of many requests share the event loop. In each turn, all of them together get a few milliseconds, one step
 * each in rotation, and at most one of them continues with what follows its steps; then I/O is handled. Work of a few short steps is
 * done at once, unless others are waiting.
 */
export class CooperativeScheduler {
  private readonly now: () => number;
  private readonly jobs: Job[] = [];

  /** `now` is a time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Does all steps of a work; returns no promise if it is done at once. */
  run<T>(steps: Steps<T>): T | Promise<T> {
    return this.jobs.length > 0 ? this.inTurns(steps) : this.begin(steps);
  }

  /** Does the first steps at once, as long as they are short; if there are more, they are done in turns. For what is nearly always short. */
  begin<T>(steps: Steps<T>): T | Promise<T> {
    const { done, value } = steps.next();
    return done ? value : this.beginFurther(steps);
  }

  // What waits for a turn is held by the memory of all who wait: a request with a few dozen tools is done before that.
  private beginFurther<T>(steps: Steps<T>): T | Promise<T> {
    const end = this.now() + SHORT;
    for (let count = 1; count < FEW_STEPS && this.now() < end; count++) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    return this.inTurns(steps);
  }

  /** Waits for a turn if longer work is under way; returns no promise if there is none. */
  turn(): Promise<void> | undefined {
    return this.jobs.length > 0 ? this.nextTurn() : undefined;
  }

  private inTurns<T>(steps: Steps<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.add(() => {
        try {
          const { done, value } = steps.next();
          if (!done) return "more";
          resolve(value);
        } catch (error) {
          reject(error);
        }
        return "resolved";
      });
    });
  }

  /** Waits for another turn of the event loop, after all others have had a step. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.add(() => {
        resolve();
        return "resolved";
      });
    });
  }

  private add(job: Job): void {
    this.jobs.push(job);
    if (this.jobs.length === 1) this.schedule();
  }

  // A timer instead of a microtask, so that I/O is handled in between.
  private schedule(): void {
    setTimeout(() => this.doTurn());
  }

  private doTurn(): void {
    const end = this.now() + MAX_TIME;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const job = this.jobs[0];
      if (job === undefined) return;
      const outcome = job();
      this.jobs.shift();
      if (outcome === "more") this.jobs.push(job);
      else break;
      if (this.now() >= end) break;
    }
    if (this.jobs.length > 0) this.schedule();
  }
}
