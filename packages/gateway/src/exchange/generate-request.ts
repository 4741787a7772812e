import type { JsonObject, ProfileName } from "@toolglot/core";
import type { RouteMatch } from "../bindings/binding.ts";
import type { Caller } from "../caller.ts";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import type { ConnectionResponses } from "../store/connection-responses.ts";
import type { HeaderMap } from "../transport.ts";
import type { ExchangeObserver } from "./observer.ts";
import type { ExchangeTrail } from "./trail.ts";

/** A client's request for a model's response. */
export interface GenerateRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly match: RouteMatch;
  readonly headers: HeaderMap;
  readonly body: JsonObject;
  readonly model: string;
  readonly stream: boolean;
  readonly caller: Caller;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
  /** Replaces the profile of all destinations. */
  readonly profile?: ProfileName | undefined;
  /** The responses of the WebSocket that the request came over. */
  readonly connection?: ConnectionResponses | undefined;
  readonly observer?: ExchangeObserver | undefined;
  /** Where it is remembered what the exchange has done, if it may have to be recorded later. */
  readonly trail?: ExchangeTrail | undefined;
  /** How long it waits for what gateways share; without it, as long as each store may take. */
  readonly storeTimeout?: StoreTimeout | undefined;
}
