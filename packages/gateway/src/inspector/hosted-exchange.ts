// What the exchanges of this process in the ring have in common.

import type { BodyStore } from "./body-store.ts";
import type { ExchangeSummary } from "./protocol.ts";
import { NOT_SEARCHED, type Searched } from "./searched.ts";

/** The memory and the clock of exchanges. */
export interface ExchangeHost {
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  readonly now: () => number;
  readonly nowInTurn: () => number;
}

/** An exchange, and the inspector that it belongs to. */
export class HostedExchange<Host extends ExchangeHost> {
  seq = 0;
  size = 0;
  tenant: string | undefined = undefined;
  state: ExchangeSummary["state"] = "running";
  isRedacted = false;
  isGivenUp = false;
  isForgotten = false;
  /** When it has begun to wait for the removal of secrets, by a monotonic clock, in milliseconds. */
  waitsSince = 0;
  searched: Searched = NOT_SEARCHED;
  protected readonly host: Host;

  constructor(host: Host) {
    this.host = host;
  }

  get maxBodyBytes(): number {
    return this.host.maxBodyBytes;
  }

  get store(): BodyStore {
    return this.host.store;
  }

  now(): number {
    return this.host.now();
  }

  nowInTurn(): number {
    return this.host.nowInTurn();
  }
}
