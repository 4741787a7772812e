// What the routes of the inspector need of it.

import type { Caller } from "../caller.ts";
import type { InspectorSettings } from "../config/config.ts";
import type { HttpServices } from "../http/services.ts";
import type { ServedAsset } from "./api-reply.ts";
import type { EventFeed } from "./event-feed.ts";
import type { ExchangeViews } from "./exchange-views.ts";
import type { ImportedExchange } from "./imported-exchange.ts";
import type { ClientCard } from "./protocol.ts";
import type { ProviderHealthLog } from "./provider-health.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import type { RemoteExchanges } from "./remote-exchanges.ts";
import type { Ring } from "./ring.ts";
import type { KeptExchange } from "./view.ts";

/** The page, where it is installed. */
export interface InspectorPage {
  /** A file of the page; `index.html` is the page itself. */
  assetNamed(name: string): ServedAsset | undefined;
}

/** What the routes of the inspector work with. */
export interface InspectorState {
  readonly services: HttpServices;
  readonly settings: InspectorSettings;
  /** The largest body that is kept, in bytes. */
  readonly maxBodyBytes: number;
  readonly ring: Ring<KeptExchange>;
  readonly feed: EventFeed;
  readonly redactor: BodyRedactor;
  readonly health: ProviderHealthLog;
  readonly page: InspectorPage | undefined;
  readonly clientCards: (url: string) => readonly ClientCard[];
  /** Whether a caller may see the exchanges of a tenant. */
  maySee(caller: Caller, tenant: string): boolean;
  /** Does work in steps, so that no request waits for all of it. */
  run<T>(steps: () => SearchSteps<T>): Promise<T>;
  /** What there is to show of exchanges, wherever they are kept. */
  readonly views: ExchangeViews;
  keep(exchange: ImportedExchange): void;
  /** What other processes have recorded. */
  readonly remote: RemoteExchanges;
}
