import { type Clock, systemClock, type Timer } from "../clock.ts";
import { GatewayError } from "../errors.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

export interface BoundedOptions {
  /** How long to wait for the store, in milliseconds; 0 means without limit. */
  readonly timeout: number;
  /** By default the machine's clock. */
  readonly clock?: Clock;
  /** Called with the problem if the store fails or is too slow, and with `undefined` when it works again. */
  readonly onTrouble?: (trouble: string | undefined) => void;
  /** What it stores, for messages. */
  readonly holds?: string;
}

/** From this number of overdue requests on, only one more is sent at a time, until the store responds again. */
const MAX_OVERDUE = 64;

/** How long a store may take to close, in milliseconds; it may have to write. */
const CLOSE_TIMEOUT = 5000;

/** A store with a time limit for every request, whether it is slow, hangs or fails now and then. */
export class BoundedStore implements ResponseStore {
  private readonly store: ResponseStore;
  private readonly options: BoundedOptions;
  private readonly clock: Clock;
  /** Requests to the store that have timed out and are not done yet. */
  private readonly overdue = new Set<Promise<unknown>>();
  private isTrying = false;
  private reported: string | undefined;

  constructor(store: ResponseStore, options: BoundedOptions) {
    this.store = store;
    this.options = options;
    this.clock = options.clock ?? systemClock;
  }

  get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    return this.bounded(() => this.store.get(tenant, id));
  }

  /** Several at once, with one time limit for all. */
  getAll(tenant: string, ids: readonly string[]): Promise<(StoredResponse | undefined)[]> {
    return this.bounded(() => Promise.all(ids.map((id) => this.store.get(tenant, id))));
  }

  put(response: StoredResponse): Promise<void> {
    return this.bounded(() => this.store.put(response));
  }

  delete(tenant: string, id: string): Promise<boolean> {
    return this.bounded(() => this.store.delete(tenant, id));
  }

  async close(): Promise<void> {
    await withTimeout(this.store.close(), CLOSE_TIMEOUT, this.clock);
  }

  private async bounded<T>(work: () => Promise<T>): Promise<T> {
    const isTrial = this.overdue.size >= MAX_OVERDUE;
    if (isTrial && this.isTrying) throw unavailable();
    this.isTrying ||= isTrial;
    try {
      const done = await this.waitFor(work());
      // The store works again, so older requests do not count.
      if (isTrial) this.overdue.clear();
      this.report(undefined);
      return done;
    } catch (error) {
      this.report(`${this.options.holds ?? "stored responses"} cannot be reached: ${reasonOf(error)}`);
      throw unavailable();
    } finally {
      if (isTrial) this.isTrying = false;
    }
  }

  private async waitFor<T>(work: Promise<T>): Promise<T> {
    try {
      return await withTimeout(work, this.options.timeout, this.clock);
    } catch (error) {
      if (error instanceof StoreTimeout) this.addOverdue(work);
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
    this.options.onTrouble?.(trouble);
  }
}

class StoreTimeout extends Error {}

async function withTimeout<T>(work: Promise<T>, milliseconds: number, clock: Clock): Promise<T> {
  if (milliseconds === 0) return work;
  let timer: Timer | undefined;
  const slow = new Promise<never>((_, reject) => {
    timer = clock.setTimer(() => reject(new StoreTimeout()), milliseconds);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clock.clearTimer(timer);
  }
}

function unavailable(): GatewayError {
  const message = "stored responses cannot be reached; try again soon";
  return new GatewayError("unavailable", "store_unavailable", message, { retryAfter: 1 });
}

// The error may contain the store's address, which must not reach clients.
function reasonOf(error: unknown): string {
  if (error instanceof StoreTimeout) return "the store is too slow";
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return `the store failed (${code ?? name ?? "no reason given"})`;
}
