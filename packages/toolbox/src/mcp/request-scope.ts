import { AsyncLocalStorage } from "node:async_hooks";

/**
 * One thing that is asked of a server. The SDK waits for an answer until its time is over, whatever happens to the bytes
 * of it; who reads those can end the wait here, and the end of the wait ends the reading.
 */
export class RequestScope {
  private readonly controller = new AbortController();
  private reject: (error: Error) => void = () => {};
  private readonly failed: Promise<never> = new Promise((_, reject) => {
    this.reject = reject;
  });

  /** The scope that the running code was called in. */
  static current(): RequestScope | undefined {
    return storage.getStore();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Ends the wait with this error. */
  fail(error: Error): void {
    this.reject(error);
  }

  /** Does some work in this scope; what is still being read when it fails is not read on. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.failed.catch(() => {});
    try {
      return await Promise.race([storage.run(this, work), this.failed]);
    } catch (error) {
      this.controller.abort(error);
      throw error;
    }
  }

  /** The same, for so long at most. */
  async runWithin<Result>(milliseconds: number, late: () => Error, work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.fail(late()), milliseconds);
    try {
      return await this.run(work);
    } finally {
      clearTimeout(timer);
    }
  }
}

const storage = new AsyncLocalStorage<RequestScope>();
