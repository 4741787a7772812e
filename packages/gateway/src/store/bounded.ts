import { type Clock, systemClock } from "../clock.ts";
import { GatewayError } from "../errors.ts";
import { BoundedCalls } from "../limits/bounded-calls.ts";
import { Silence } from "../limits/silence.ts";
import { type FailureReason, StoreFailure } from "../limits/store-failure.ts";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import { withTimeout } from "../limits/with-timeout.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

export interface BoundedOptions {
  /** How long to wait for the store, in milliseconds; 0 means without limit. */
  readonly timeout: number;
  /** By default the machine's clock. */
  readonly clock?: Clock;
  /** Called with the problem if the store fails or is too slow, and with `undefined` when it works again. */
  readonly onTrouble?: (trouble: string | undefined) => void;
  /** Called for every request that fails. */
  readonly onFailure?: (reason: FailureReason) => void;
  /** Shared with others who wait for the same store; by default it is alone. */
  readonly silence?: Silence;
  /** What it stores, for messages. */
  readonly holds?: string;
}

/** How long a store may take to close, in milliseconds; it may have to write. */
const CLOSE_TIMEOUT = 5000;

/** A store with a time limit for every request, whether it is slow, hangs or fails now and then. */
export class BoundedStore implements ResponseStore {
  private readonly store: ResponseStore;
  private readonly clock: Clock;
  private readonly calls: BoundedCalls;

  constructor(
    store: ResponseStore,
    { timeout, clock = systemClock, onTrouble, onFailure, holds = "stored responses", ...options }: BoundedOptions,
  ) {
    this.store = store;
    this.clock = clock;
    this.calls = new BoundedCalls({
      timeout,
      clock,
      onFailure,
      silence: options.silence ?? new Silence(clock, timeout),
      onTrouble: (trouble) => onTrouble?.(trouble === undefined ? undefined : `${holds} cannot be reached: ${trouble}`),
    });
  }

  get isEmpty(): boolean {
    return this.store.isEmpty === true;
  }

  get(tenant: string, id: string, storeTimeout?: StoreTimeout): Promise<StoredResponse | undefined> {
    return this.bounded("get", () => this.store.get(tenant, id), storeTimeout);
  }

  /** Several at once, with one time limit for all. */
  getAll(tenant: string, ids: readonly string[], storeTimeout?: StoreTimeout): Promise<(StoredResponse | undefined)[]> {
    const { store } = this;
    const getAll = () => store.getAll?.(tenant, ids) ?? Promise.all(ids.map((id) => store.get(tenant, id)));
    return this.bounded("get", getAll, storeTimeout);
  }

  put(response: StoredResponse): Promise<void> {
    return this.bounded("put", () => this.store.put(response));
  }

  delete(tenant: string, id: string): Promise<boolean> {
    return this.bounded("delete", () => this.store.delete(tenant, id));
  }

  noteReconnected(): void {
    this.calls.noteReconnected();
  }

  async close(): Promise<void> {
    await withTimeout(this.store.close(), CLOSE_TIMEOUT, this.clock);
  }

  private async bounded<T>(name: string, work: () => Promise<T>, storeTimeout?: StoreTimeout): Promise<T> {
    try {
      return await this.calls.run(name, work, storeTimeout);
    } catch (error) {
      throw error instanceof StoreFailure ? storeUnavailable() : error;
    }
  }
}

export function storeUnavailable(): GatewayError {
  const message = "stored responses cannot be reached; try again soon";
  return new GatewayError("unavailable", "store_unavailable", message, { retryAfter: 1 });
}
