/** Work that can be interrupted between two steps. */
type Steps<T> = Iterator<undefined, T, undefined>;

/** How long the work of all requests together may occupy the event loop in one turn, in milliseconds. */
const MAX_TIME = 5;

/** How long the first steps of a work may take after the very first, in milliseconds, and how many there may be. */
const SHORT = 3;
const FEW_STEPS = 16;

/** How many bytes of small requests may begin in one turn, all of them together; larger requests begin one in each turn. */
const SMALL = 32 * 1024;

/** The maximum number of steps in one turn. Cloudflare Workers need it, because their clock does not advance while code runs. */
const MAX_STEPS = 32;

/** Does a step. Once it has resolved a promise, what waits for that runs in the same turn: others may follow if it is short. */
type Job = () => "more" | "resolved" | "resolved-short";

function afterTimer(run: () => void): void {
  setTimeout(run);
}

/**
 * Lets the long work of many requests share the event loop. In each turn, all of them together get a few milliseconds, one step
 * each in rotation, and at most one of them continues with what follows its steps; then I/O is handled. Work of a few short steps is
 * done at once, unless others are waiting. Requests wait for their turn as bytes, because what is made of them takes far more memory,
 * and to collect the garbage takes as long as what waits is large.
 */
export class CooperativeScheduler {
  private readonly now: () => number;
  private readonly afterIo: (run: () => void) => void;
  private readonly jobs: Job[] = [];
  private isScheduled = false;
  /** What has begun in this turn: the bytes of small requests, and whether there was a large one. */
  private smallBytes = 0;
  private hasLarge = false;
  /** When this turn ends, and how many steps were done in it. */
  private end = 0;
  private steps = 0;

  /** `now` is a time in milliseconds; `afterIo` calls a function once the I/O that waits is handled. */
  constructor(now: () => number = () => performance.now(), afterIo: (run: () => void) => void = afterTimer) {
    this.now = now;
    this.afterIo = afterIo;
  }

  /** Does all steps of a work; returns no promise if it is done at once. */
  run<T>(steps: Steps<T>): T | Promise<T> {
    return this.jobs.length > 0 ? this.inTurns(steps) : this.begin(steps);
  }

  /** Does the first steps at once, as long as they are short; if there are more, they are done in turns. For requests that had to wait for a turn. */
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

  /** Waits for the turn of a request of so many bytes; returns no promise if it may begin at once. */
  turn(bytes: number): Promise<void> | undefined {
    const mayBegin = bytes > SMALL ? this.jobs.length === 0 && !this.hasLarge : this.smallBytes + bytes <= SMALL;
    if (!mayBegin) return this.nextTurn(bytes);
    this.count(bytes);
    if (!this.isScheduled) this.beginTurn();
    this.schedule();
    return undefined;
  }

  /** The long work of a request is done: others may begin in the same turn, as long as there is time. */
  endTurn(): void {
    this.hasLarge = false;
    if (this.jobs.length > 0 && this.isScheduled && this.now() < this.end) this.doSteps();
  }

  private nextTurn(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.add(() => {
        resolve();
        this.count(bytes);
        return this.hasLarge || this.smallBytes >= SMALL ? "resolved" : "resolved-short";
      });
    });
  }

  private count(bytes: number): void {
    if (bytes > SMALL) this.hasLarge = true;
    else this.smallBytes += bytes;
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

  private add(job: Job): void {
    this.jobs.push(job);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.afterIo(() => this.doTurn());
  }

  private doTurn(): void {
    this.isScheduled = false;
    this.smallBytes = 0;
    this.hasLarge = false;
    this.beginTurn();
    this.doSteps();
    if (this.jobs.length > 0 || this.hasLarge || this.smallBytes > 0) this.schedule();
  }

  private beginTurn(): void {
    this.end = this.now() + MAX_TIME;
    this.steps = 0;
  }

  private doSteps(): void {
    while (this.steps++ < MAX_STEPS) {
      const job = this.jobs.shift();
      if (job === undefined) return;
      const outcome = job();
      if (outcome === "more") this.jobs.push(job);
      else if (outcome === "resolved") return;
      if (this.now() >= this.end) return;
    }
  }
}
