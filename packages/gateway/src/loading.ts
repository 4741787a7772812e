import { shuttingDownError } from "./errors.ts";

/** What requests wait for that come before everything is loaded. */
export class Loading {
  private readonly loadAll: () => Promise<unknown>;
  private readonly waiting = new Set<(error: Error) => void>();
  private isDone = false;

  constructor(loadAll: () => Promise<unknown>) {
    this.loadAll = loadAll;
  }

  /** Loads everything, once; `undefined` if that is done. */
  wait(): Promise<void> | undefined {
    return this.isDone ? undefined : this.load();
  }

  /** Ends what still waits with an error: the gateway stops. */
  abort(): void {
    for (const reject of this.waiting) reject(shuttingDownError());
  }

  private async load(): Promise<void> {
    let fail = (_: Error): void => {};
    const aborted = new Promise<never>((_, reject) => {
      fail = reject;
    });
    this.waiting.add(fail);
    try {
      await Promise.race([this.loadAll(), aborted]);
      this.isDone = true;
    } finally {
      this.waiting.delete(fail);
    }
  }
}
