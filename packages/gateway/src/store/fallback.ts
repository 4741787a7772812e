import type { Clock, Timer } from "../clock.ts";
import { GatewayError } from "../errors.ts";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import { storeUnavailable } from "./bounded.ts";
import { MemoryStore } from "./memory.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

/** What is kept in memory while a shared store is down. */
const LIMITS = { maxEntries: 10_000, maxBytes: 64 * 1024 * 1024 };

/** How often what could not be written is tried again, in milliseconds. */
const RETRY_INTERVAL = 250;

/** For so long after a failure, what is not found may be about to be written by another gateway, in milliseconds. */
const GRACE = 10_000;

/** A write that takes longer than its bound goes on after the end of its response was sent: what is not found is looked for again after so many milliseconds. */
const DELAYS = [20, 80, 200];

export interface FallbackOptions {
  readonly clock: Clock;
  /** Whether this gateway continues its own conversations while the store is down. */
  readonly readsOwn: boolean;
  /** Whether the store may just have been down: a gateway that starts has not seen what others could not write. */
  readonly mayHaveFailed?: boolean;
}

type Name = Pick<StoredResponse, "tenant" | "id">;

/**
 * A shared store that may be down for a while: what cannot be written is kept in memory and written later, since its client has the
 * response and continues it. What only the shared store may have is an error, since a conversation must not lose its beginning.
 */
export class FallbackStore implements ResponseStore {
  private readonly shared: ResponseStore;
  private readonly options: FallbackOptions;
  private readonly own: MemoryStore = new MemoryStore(LIMITS);
  private unwritten: Name[] = [];
  private timer: Timer | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(shared: ResponseStore, options: FallbackOptions) {
    this.shared = shared;
    this.options = options;
    if (options.mayHaveFailed) this.failedAt = options.clock.elapsed();
  }

  async get(tenant: string, id: string, storeTimeout?: StoreTimeout): Promise<StoredResponse | undefined> {
    const own = this.options.readsOwn ? await this.own.get(tenant, id) : undefined;
    if (own !== undefined) return own;
    for (const delay of [...DELAYS, undefined]) {
      const found = await this.noticing(() => this.shared.get(tenant, id, storeTimeout));
      if (found !== undefined || delay === undefined) return found;
      if (this.options.clock.elapsed() - this.failedAt < GRACE) throw storeUnavailable();
      await this.sleep(delay);
    }
    return undefined;
  }

  /** A request that has no time left does not wait until it is written. */
  async put(response: StoredResponse, storeTimeout?: StoreTimeout): Promise<void> {
    const writing = this.write(response);
    await (storeTimeout === undefined ? writing : storeTimeout.untilDone(writing));
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    const wasHere = await this.own.delete(tenant, id);
    return (await this.noticing(() => this.shared.delete(tenant, id))) || wasHere;
  }

  async close(): Promise<void> {
    await this.writeAll().catch(() => undefined);
    this.options.clock.clearTimer(this.timer);
    await this.shared.close();
  }

  private async write(response: StoredResponse): Promise<void> {
    try {
      await this.noticing(() => this.shared.put(response));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      await this.own.put(response);
      this.unwritten.push({ tenant: response.tenant, id: response.id });
      this.schedule();
    }
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.options.clock.setTimer(resolve, milliseconds));
  }

  private schedule(): void {
    const { clock } = this.options;
    this.timer ??= clock.setTimer(() => {
      this.timer = undefined;
      this.writeAll().catch(() => this.schedule());
    }, RETRY_INTERVAL);
  }

  /** One after the other, until one fails. */
  private async writeAll(): Promise<void> {
    for (let [next] = this.unwritten; next !== undefined; [next] = this.unwritten) {
      // It may have been deleted, or there were too many.
      const response = await this.own.get(next.tenant, next.id);
      if (response !== undefined) await this.shared.put(response);
      this.unwritten = this.unwritten.slice(1);
      await this.own.delete(next.tenant, next.id);
    }
  }

  private async noticing<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      this.failedAt = this.options.clock.elapsed();
      throw error;
    }
  }
}
