// Work that no client waits for, such as searching recorded bodies for secrets.

import type { SearchSteps } from "./redact/secret-finder.ts";

/** How long the work may occupy the event loop in one turn, in milliseconds. */
const MAX_TIME = 2;

/** How long work waits, in milliseconds, so that the work of many requests is done together. */
const DELAY = 5;

/** Does work after the requests that are under way, a few milliseconds at a time. No request waits for it. */
export class IdleQueue {
  private readonly jobs: SearchSteps<void>[] = [];
  private readonly now: () => number;
  private readonly onBug: (error: unknown) => void;
  private isScheduled = false;

  /** `now` is a time in milliseconds. */
  constructor(now: () => number, onBug: (error: unknown) => void) {
    this.now = now;
    this.onBug = onBug;
  }

  add(job: SearchSteps<void>): void {
    this.jobs.push(job);
    this.schedule();
  }

  // A timer and not a microtask, so that I/O is handled in between.
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setTimeout(() => this.run(), DELAY);
  }

  private run(): void {
    this.isScheduled = false;
    const end = this.now() + MAX_TIME;
    let done = 0;
    for (const job of this.jobs) {
      if (!this.isDone(job)) break;
      done++;
      if (this.now() >= end) break;
    }
    this.jobs.splice(0, done);
    if (this.jobs.length > 0) this.schedule();
  }

  // A bug in the inspector must not end the gateway.
  private isDone(job: SearchSteps<void>): boolean {
    const end = this.now() + MAX_TIME;
    try {
      for (;;) {
        if (job.next().done) return true;
        if (this.now() >= end) return false;
      }
    } catch (error) {
      this.onBug(error);
      return true;
    }
  }
}
