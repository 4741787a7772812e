import type { StoreSettings } from "../config/config.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";
import { stringifyStored } from "./stored-json.ts";

/** Stores the newest responses in memory. */
export class MemoryStore implements ResponseStore {
  private readonly entries = new Map<string, { readonly response: StoredResponse; readonly bytes: number }>();
  private readonly limits: Pick<StoreSettings, "maxEntries" | "maxBytes">;
  private bytes = 0;

  constructor(limits: Pick<StoreSettings, "maxEntries" | "maxBytes">) {
    this.limits = limits;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    return this.entries.get(keyOf(tenant, id))?.response;
  }

  async put(response: StoredResponse): Promise<void> {
    await this.delete(response.tenant, response.id);
    const bytes = stringifyStored(response).length;
    this.entries.set(keyOf(response.tenant, response.id), { response, bytes });
    this.bytes += bytes;
    this.trim();
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    const key = keyOf(tenant, id);
    const entry = this.entries.get(key);
    if (entry === undefined) return false;
    this.bytes -= entry.bytes;
    return this.entries.delete(key);
  }

  async close(): Promise<void> {}

  private trim(): void {
    for (const [key, { bytes }] of this.entries) {
      if (this.entries.size <= this.limits.maxEntries && this.bytes <= this.limits.maxBytes) return;
      this.entries.delete(key);
      this.bytes -= bytes;
    }
  }
}

function keyOf(tenant: string, id: string): string {
  return JSON.stringify([tenant, id]);
}
