import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { parseStored, stringifyStored } from "../store/stored-json.ts";
import type { Channel } from "./channel.ts";
import type { PrimaryMethods, StoreKind } from "./methods.ts";

/** A store of the primary, as a worker sees it. */
export class RemoteStore implements ResponseStore {
  private readonly channel: Channel<PrimaryMethods>;
  private readonly kind: StoreKind;
  private hasNothing = true;

  constructor(channel: Channel<PrimaryMethods>, kind: StoreKind) {
    this.channel = channel;
    this.kind = kind;
  }

  /** Known of reasoning alone: to ask the primary for what nobody has stored would cost each request a message. */
  get isEmpty(): boolean {
    return this.kind === "reasoning" && this.hasNothing;
  }

  noteStored(): void {
    this.hasNothing = false;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    const text = await this.channel.call("get", this.kind, tenant, id);
    return text === undefined ? undefined : parseStored(text);
  }

  put(response: StoredResponse): Promise<void> {
    this.noteStored();
    return this.channel.call("put", this.kind, stringifyStored(response));
  }

  delete(tenant: string, id: string): Promise<boolean> {
    return this.channel.call("delete", this.kind, tenant, id);
  }

  // The primary closes its stores itself.
  async close(): Promise<void> {}
}

type StoreMethods = Pick<PrimaryMethods, "get" | "put" | "delete">;

/** What workers call for their stores, in the primary; `onReasoning` is called when reasoning is stored. */
export function storeMethods(
  stores: Readonly<Record<StoreKind, ResponseStore>>,
  onReasoning: () => void,
): StoreMethods {
  return {
    get: async (kind, tenant, id) => {
      const found = await stores[kind].get(tenant, id);
      return found === undefined ? undefined : stringifyStored(found);
    },
    put: (kind, response) => {
      if (kind === "reasoning") onReasoning();
      return stores[kind].put(parseStored(response));
    },
    delete: (kind, tenant, id) => stores[kind].delete(tenant, id),
  };
}
