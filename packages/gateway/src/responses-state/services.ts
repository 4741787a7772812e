import type { Config, Provider } from "../config/config.ts";
import type { ResponseStore } from "../store/store.ts";
import type { Send } from "../transport.ts";

/** What stored responses need from the gateway around them. */
export interface ResponsesServices {
  readonly config: Config;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly makeId: () => string;
  readonly store: ResponseStore;
  senderFor(provider: Provider): Send;
}
