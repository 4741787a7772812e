import { stringifyJson } from "@toolglot/core/base";
import type { ResponseStore, StoredResponse } from "./store.ts";

/**
 * The latest conversation of a WebSocket, in memory: its requests may continue from the previous response although that was
 * not to be stored. A conversation that is too large is forgotten, and the client has to send it as a whole.
 */
export class ConnectionResponses {
  private readonly maxBytes: number;
  private readonly turns = new Map<string, StoredResponse>();
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  keep(turn: StoredResponse): void {
    if (turn.previous === undefined || !this.turns.has(turn.previous)) this.forget();
    this.turns.set(turn.id, turn);
    this.bytes += stringifyJson([turn.input, turn.response]).length;
    if (this.bytes > this.maxBytes) this.forget();
  }

  /** A store in which the responses of this connection are found as well. */
  over(store: Pick<ResponseStore, "get">): Pick<ResponseStore, "get"> {
    return { get: async (tenant, id) => this.turns.get(id) ?? (await store.get(tenant, id)) };
  }

  private forget(): void {
    this.turns.clear();
    this.bytes = 0;
  }
}
