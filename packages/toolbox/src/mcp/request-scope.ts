import { AsyncLocalStorage } from "node:async_hooks";

/**
 * One request to a server. The SDK waits for a response until its timeout, whatever happens to the body; a reader of
 * the body can end the wait here, and the end of the wait ends the reading.
 */
export class RequestScope {
  private readonly controller = new AbortController();
  private reject: (error: Error) => void = () => {};
  private readonly failed: Promise<never> = new Promise((_, reject) => {
    this.reject = reject;
  });

  /** The scope of the current async context. */
  static current(): RequestScope | undefined {
    return storage.getStore();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Rejects the request with this error. */
  fail(error: Error): void {
    this.reject(error);
  }

  /** Runs a function in this scope. When it fails, bodies that are still being read are aborted. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.failed.catch(() => {});
    try {
      return await Promise.race([storage.run(this, work), this.failed]);
    } catch (error) {
      this.controller.abort(error);
      throw error;
    }
  }

  /** The same, with a timeout. */
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
