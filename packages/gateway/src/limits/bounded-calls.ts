import { type Clock, systemClock } from "../clock.ts";
import type { Silence } from "./silence.ts";
import { type FailureReason, StoreFailure, storeFailure } from "./store-failure.ts";
import type { StoreTimeout } from "./store-timeout.ts";
import { TOO_SLOW, withTimeout } from "./with-timeout.ts";

export interface BoundedCallsOptions {
  /** How long to wait for a call, in milliseconds; 0 means without limit. */
  readonly timeout: number;
  /** By default the machine's clock. */
  readonly clock?: Clock;
  /** Shared by all who call the same store. */
  readonly silence: Silence;
  /** Called with the problem if a call fails or is too slow, and with `undefined` when one succeeds again. */
  readonly onTrouble: (trouble: string | undefined) => void;
  /** Called for every call that fails. */
  readonly onFailure?: ((reason: FailureReason) => void) | undefined;
}

/** Why a store that can be reached does not do some of what it is asked for. */
const REFUSALS: ReadonlySet<FailureReason> = new Set(["full", "read-only"]);

/** Calls of a store that may be slow, hang or fail, each with a time limit; nothing piles up. */
export class BoundedCalls {
  private readonly options: BoundedCallsOptions;
  private readonly clock: Clock;
  private reportedTrouble: string | undefined;
  /** The operation that a store which can be reached has refused last. */
  private refusedOperation: string | undefined;

  constructor(options: BoundedCallsOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
  }

  /** The result of one call, which does the operation of that name; throws `StoreFailure` if it fails or takes too long, also for the timeout that a request has for all its stores. */
  async run<T>(operation: string, call: () => Promise<T>, storeTimeout?: StoreTimeout): Promise<T> {
    try {
      if (!this.options.silence.mayCall()) throw new StoreFailure("timeout", TOO_SLOW);
      const bounded = this.withinTimeout(call());
      const result = await (storeTimeout === undefined ? bounded : storeTimeout.waitFor(bounded));
      this.noteSuccess(operation);
      return result;
    } catch (error) {
      const failure = storeFailure(error);
      this.options.onFailure?.(failure.reason);
      this.refusedOperation = REFUSALS.has(failure.reason) ? operation : undefined;
      this.reportTrouble(failure.message);
      throw failure;
    }
  }

  // What a store that is full or read-only does nevertheless says nothing about what it has refused: the trouble would come and go with each request.
  private noteSuccess(operation: string): void {
    if (this.refusedOperation !== undefined && this.refusedOperation !== operation) return;
    this.refusedOperation = undefined;
    this.reportTrouble(undefined);
  }

  /** The store can be reached again, whether somebody asks it for something or not. */
  noteReconnected(): void {
    if (this.refusedOperation === undefined) this.reportTrouble(undefined);
  }

  private async withinTimeout<T>(call: Promise<T>): Promise<T> {
    const { silence, timeout } = this.options;
    // What nobody waits for any more may still fail.
    call.catch(() => {});
    try {
      const result = await withTimeout(call, timeout, this.clock);
      silence.end();
      return result;
    } catch (error) {
      // An answer that is late ends no silence: a request that needs several would wait for each of them.
      if (error instanceof StoreFailure && error.reason === "timeout") silence.begin();
      else silence.end();
      throw error;
    }
  }

  private reportTrouble(trouble: string | undefined): void {
    if (trouble === this.reportedTrouble) return;
    this.reportedTrouble = trouble;
    this.options.onTrouble(trouble);
  }
}
