import type { JsonObject, KeptReasoning, ReasoningRecord } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { Config } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import type { BoundedStore } from "./bounded.ts";
import type { StoredResponse } from "./store.ts";

export interface ReasoningStoreOptions {
  readonly store: Pick<BoundedStore, "isEmpty" | "getAll" | "put" | "close">;
  readonly settings: () => Config["store"]["reasoning"];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Whose reasoning it is, and how long its request waits for it. */
type ReasoningReader = Pick<Caller, "tenant"> & { readonly storeTimeout?: StoreTimeout | undefined };

/** Reasoning by the key that it was stored under. */
type LoadedReasoning = ReadonlyMap<string, KeptReasoning>;

const NONE: LoadedReasoning = new Map();

/**
 * Stores the reasoning that models produced before their calls, for clients that cannot send it back: per caller, for a limited
 * time, and for the provider that produced it. If the store fails, requests are sent without it.
 */
export class ReasoningStore {
  private readonly options: ReasoningStoreOptions;
  /** Entries that are being written: the client's next request may come before that is done. */
  private readonly writing = new Map<string, StoredResponse>();

  constructor(options: ReasoningStoreOptions) {
    this.options = options;
  }

  /** The stored reasoning under the keys of a conversation, which are only asked for if any is stored. */
  load(
    findKeys: () => readonly string[] | Promise<readonly string[]>,
    caller: ReasoningReader,
  ): LoadedReasoning | Promise<LoadedReasoning> {
    if (!this.isEnabled || (this.options.store.isEmpty && this.writing.size === 0)) return NONE;
    const keys = findKeys();
    return keys instanceof Promise ? keys.then((each) => this.loadKeys(each, caller)) : this.loadKeys(keys, caller);
  }

  /** Stores the reasoning of a completed response. */
  async save(records: readonly ReasoningRecord[], { tenant }: Caller): Promise<void> {
    if (!this.isEnabled) return;
    const created = Math.floor(this.options.now() / 1000);
    await Promise.all(
      records.map(({ key, reasoning }) =>
        this.put({ id: idOf(key), tenant, created, input: [], response: responseWith(reasoning) }),
      ),
    );
  }

  close(): Promise<void> {
    return this.options.store.close();
  }

  private loadKeys(keys: readonly string[], caller: ReasoningReader): LoadedReasoning | Promise<LoadedReasoning> {
    return keys.length === 0 ? NONE : this.loadEntries([...new Set(keys)], caller);
  }

  private async loadEntries(keys: readonly string[], caller: ReasoningReader): Promise<LoadedReasoning> {
    const found = await this.entries(caller, keys.map(idOf));
    const kept = new Map<string, KeptReasoning>();
    keys.forEach((key, index) => {
      const entry = found[index];
      if (entry !== undefined && this.isFresh(entry)) kept.set(key, reasoningIn(entry));
    });
    return kept;
  }

  private get isEnabled(): boolean {
    return this.options.settings().maxAge > 0;
  }

  private async put(entry: StoredResponse): Promise<void> {
    const key = JSON.stringify([entry.tenant, entry.id]);
    this.writing.set(key, entry);
    try {
      await this.options.store.put(entry);
    } catch (error) {
      // The bounded store has reported the problem already.
      if (!(error instanceof GatewayError)) throw error;
    } finally {
      if (this.writing.get(key) === entry) this.writing.delete(key);
    }
  }

  private async entries(
    { tenant, storeTimeout }: ReasoningReader,
    ids: readonly string[],
  ): Promise<readonly (StoredResponse | undefined)[]> {
    const written = ids.map((id) => this.writing.get(JSON.stringify([tenant, id])));
    try {
      const stored = await this.options.store.getAll(tenant, ids, storeTimeout);
      return written.map((entry, index) => entry ?? stored[index]);
    } catch (error) {
      // The bounded store has reported the problem already.
      if (!(error instanceof GatewayError)) throw error;
      return written;
    }
  }

  private isFresh({ created }: StoredResponse): boolean {
    return this.options.now() - created * 1000 <= this.options.settings().maxAge;
  }
}

// The prefix distinguishes it from ids of responses.
function idOf(key: string): string {
  return `reasoning_${key}`;
}

// Reasoning is JSON, but an interface has no index signature.
function responseWith(reasoning: KeptReasoning): JsonObject {
  return { reasoning: reasoning as unknown as JsonObject };
}

function reasoningIn({ response }: StoredResponse): KeptReasoning {
  return response.reasoning as unknown as KeptReasoning;
}
