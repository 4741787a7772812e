import { GatewayError } from "../errors.ts";
import { MemoryStore } from "./memory.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

/** What is kept in memory while a shared store is down. */
const LIMITS = { maxEntries: 10_000, maxBytes: 64 * 1024 * 1024 };

/**
 * A shared store that stays usable while it is down: what cannot be written is kept in memory, so that this gateway can continue
 * its own conversations. What only the shared store may have is still an error, since a conversation must not lose its beginning.
 */
export class FallbackStore implements ResponseStore {
  private readonly shared: ResponseStore;
  private readonly own: MemoryStore = new MemoryStore(LIMITS);

  constructor(shared: ResponseStore) {
    this.shared = shared;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    return (await this.own.get(tenant, id)) ?? this.shared.get(tenant, id);
  }

  async put(response: StoredResponse): Promise<void> {
    try {
      await this.shared.put(response);
      await this.own.delete(response.tenant, response.id);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      await this.own.put(response);
    }
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    const wasHere = await this.own.delete(tenant, id);
    return (await this.shared.delete(tenant, id)) || wasHere;
  }

  close(): Promise<void> {
    return this.shared.close();
  }
}
