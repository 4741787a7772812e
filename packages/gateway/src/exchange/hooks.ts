import type { BridgeOptions, JsonObject, Loss } from "@toolglot/core";
import type { Destination } from "./destinations.ts";

/** A request body as one destination can take it, and what is lost by that. */
export interface PreparedBody {
  readonly body: JsonObject;
  readonly losses: readonly Loss[];
  /** The requests of earlier turns with their responses, if the destination has them itself and they may have found tools. */
  readonly earlier?: readonly JsonObject[];
}

/** Changes a request and its reply on their way, for what depends on stored responses. */
export interface ExchangeHooks {
  /** The body for this destination, with references to stored responses resolved. */
  prepare(body: JsonObject, destination: Destination): PreparedBody;
  /** The request with the stored turns that it continues, whoever keeps them. */
  withHistory?(body: JsonObject): JsonObject;
  /** The ids of a response that clients can refer to later. */
  responseOptions?(destination: Destination): BridgeOptions["answer"];
  /** Rewrites the reply's text, given whole bodies or whole lines of a stream. */
  rewriteReply?(destination: Destination): ((text: string) => string) | undefined;
  /** Called with the reply's text as it is sent. */
  onReplyText?: (text: string) => void;
}

/** Hooks of dialects without stored responses. */
export const NO_HOOKS: ExchangeHooks = { prepare: (body) => ({ body, losses: [] }) };
