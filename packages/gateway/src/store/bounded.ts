import { GatewayError } from "../errors.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

export interface BoundedOptions {
  /** How long the store is waited for, in milliseconds; 0: as long as it takes. */
  readonly timeout: number;
  /** Told when the store fails or is too slow, and `undefined` when it is well again. */
  readonly onTrouble?: (trouble: string | undefined) => void;
  /** What is kept in it, for whoever is told. */
  readonly holds?: string;
}

/** So much may be overdue before the store is asked for one thing at a time only, until it answers again. */
const MOST_OVERDUE = 64;

/** How long a store may take to close, in milliseconds: it may have something to write. */
const CLOSING = 5000;

/** Any store, and nobody waits for it longer than told, whether it is slow, hangs, or comes and goes. */
export class BoundedStore implements ResponseStore {
  private readonly store: ResponseStore;
  private readonly options: BoundedOptions;
  /** What the store was asked for, nobody waits for any more, and is not done. */
  private readonly overdue = new Set<Promise<unknown>>();
  private isTrying = false;
  private told: string | undefined;

  constructor(store: ResponseStore, options: BoundedOptions) {
    this.store = store;
    this.options = options;
  }

  get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    return this.bounded(() => this.store.get(tenant, id));
  }

  /** Several at once, waited for no longer than one. */
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
    await inTime(this.store.close(), CLOSING);
  }

  private async bounded<T>(work: () => Promise<T>): Promise<T> {
    const isTrial = this.overdue.size >= MOST_OVERDUE;
    if (isTrial && this.isTrying) throw unavailable();
    this.isTrying ||= isTrial;
    try {
      const done = await this.waitFor(work());
      // It is well again: what it still owes from before is not counted against it.
      if (isTrial) this.overdue.clear();
      this.tell(undefined);
      return done;
    } catch (error) {
      this.tell(`${this.options.holds ?? "stored answers"} cannot be reached: ${reasonOf(error)}`);
      throw unavailable();
    } finally {
      if (isTrial) this.isTrying = false;
    }
  }

  private async waitFor<T>(work: Promise<T>): Promise<T> {
    try {
      return await inTime(work, this.options.timeout);
    } catch (error) {
      if (error instanceof TooSlow) this.remember(work);
      throw error;
    }
  }

  private remember(work: Promise<unknown>): void {
    this.overdue.add(work);
    const forget = () => void this.overdue.delete(work);
    work.then(forget, forget);
  }

  private tell(trouble: string | undefined): void {
    if (trouble === this.told) return;
    this.told = trouble;
    this.options.onTrouble?.(trouble);
  }
}

class TooSlow extends Error {}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  if (milliseconds === 0) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), milliseconds);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(): GatewayError {
  const message = "stored answers cannot be reached; try again soon";
  return new GatewayError("unavailable", "store_unavailable", message, { retryAfter: 1 });
}

// What a store says of its failure may have its address in it, which is nobody's business.
function reasonOf(error: unknown): string {
  if (error instanceof TooSlow) return "the store is too slow";
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return `the store failed (${code ?? name ?? "for no reason"})`;
}
