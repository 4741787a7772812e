import { onAbort } from "./abort.ts";

/** Limits how many tasks run at once; the others wait in line. */
export class Semaphore {
  private free: number;
  private readonly queue = new Set<() => void>();

  constructor(size: number) {
    this.free = size;
  }

  /** Runs a task when it has a permit, or at once if the signal aborts, so that the task can report it. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const entered = await this.acquire(signal);
    try {
      return await task();
    } finally {
      if (entered) this.release();
    }
  }

  private acquire(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    if (this.free > 0) {
      this.free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => this.wait(resolve, signal));
  }

  private wait(resolve: (entered: boolean) => void, signal: AbortSignal | undefined): void {
    const enter = () => {
      release();
      resolve(true);
    };
    const release = onAbort(signal, () => {
      this.queue.delete(enter);
      resolve(false);
    });
    this.queue.add(enter);
  }

  private release(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.queue.delete(next);
    next();
  }
}
