import { type Clock, systemClock, type Timer } from "../clock.ts";

export interface BoundedCallsOptions {
  /** How long to wait for a call, in milliseconds; 0 means without limit. */
  readonly timeout: number;
  /** By default the machine's clock. */
  readonly clock?: Clock;
  /** Called with the problem if a call fails or is too slow, and with `undefined` when one succeeds again. */
  readonly onTrouble: (trouble: string | undefined) => void;
}

/** From this number of overdue calls on, only one more is made at a time, until a call succeeds again. */
const MAX_OVERDUE = 64;

/** Calls of something that may be slow, hang or fail, each with a time limit; nothing piles up. */
export class BoundedCalls {
  private readonly options: BoundedCallsOptions;
  private readonly clock: Clock;
  /** Calls that have timed out and are not done yet. */
  private readonly overdue = new Set<Promise<unknown>>();
  private isTrying = false;
  private reported: string | undefined;

  constructor(options: BoundedCallsOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
  }

  /** The result of a call; throws `CallFailed` if it fails or takes too long. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const isTrial = this.overdue.size >= MAX_OVERDUE;
    if (isTrial && this.isTrying) throw new CallFailed();
    this.isTrying ||= isTrial;
    try {
      const done = await this.waitFor(call());
      // It works again, so older calls do not count.
      if (isTrial) this.overdue.clear();
      this.report(undefined);
      return done;
    } catch (error) {
      this.report(reasonOf(error));
      throw new CallFailed();
    } finally {
      if (isTrial) this.isTrying = false;
    }
  }

  private async waitFor<T>(work: Promise<T>): Promise<T> {
    try {
      return await withTimeout(work, this.options.timeout, this.clock);
    } catch (error) {
      if (error instanceof CallTimeout) this.addOverdue(work);
      throw error;
    }
  }

  private addOverdue(work: Promise<unknown>): void {
    this.overdue.add(work);
    const remove = () => void this.overdue.delete(work);
    work.then(remove, remove);
  }

  private report(trouble: string | undefined): void {
    if (trouble === this.reported) return;
    this.reported = trouble;
    this.options.onTrouble(trouble);
  }
}

/** A call has failed; the listener was told why. */
export class CallFailed extends Error {
  override readonly name: string = "CallFailed";
}

class CallTimeout extends Error {}

/** Waits for work, but no longer than a time in milliseconds; 0 means without limit. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, clock: Clock): Promise<T> {
  if (milliseconds === 0) return work;
  let timer: Timer | undefined;
  const slow = new Promise<never>((_, reject) => {
    timer = clock.setTimer(() => reject(new CallTimeout()), milliseconds);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clock.clearTimer(timer);
  }
}

// The error may contain the store's address, which must not reach clients.
function reasonOf(error: unknown): string {
  if (error instanceof CallTimeout) return "the store is too slow";
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return `the store failed (${code ?? name ?? "no reason given"})`;
}
