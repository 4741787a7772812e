// What the exchanges of this process in the ring have in common.

import type { BodyStore } from "./body-store.ts";
import type { KeepingHost } from "./keeping-host.ts";
import type { ExchangeSummary } from "./protocol.ts";

/** An exchange, and the inspector that it belongs to. */
export class HostedExchange {
  seq = 0;
  size = 0;
  tenant: string | undefined = undefined;
  state: ExchangeSummary["state"] = "running";
  isForgotten = false;
  protected readonly host: KeepingHost;

  constructor(host: KeepingHost) {
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
