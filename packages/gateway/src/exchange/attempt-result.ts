import type { Failure, Loss, ReasoningRecord, Usage } from "@toolglot/core";
import type { ErrorReply } from "./error-reply.ts";

/** What a response has used of the provider, as far as the provider has reported it. */
export interface UsedTokens {
  readonly usage?: Usage | undefined;
  /** The service tier that the response was served with. */
  readonly tier?: string | undefined;
  /** The model that the response names. */
  readonly model?: string | undefined;
  /** How many pieces of output a stream has had. */
  readonly pieces?: number;
  /** The length of that output. */
  readonly characters?: number;
  /** What the turn had used when it was last continued: all counts include it, but each of its requests has a price of its own. */
  readonly earlier?: UsedTokens | undefined;
}

/** How an attempt ended. */
export type AttemptResult =
  | {
      readonly type: "completed";
      readonly used: UsedTokens;
      readonly losses: readonly Loss[];
      /** The reasoning to keep for clients that cannot send it back. */
      readonly reasoning: readonly ReasoningRecord[];
    }
  /** The client has got nothing yet: the request may be retried or sent elsewhere. */
  | { readonly type: "rejected"; readonly error: ErrorReply; readonly used?: UsedTokens | undefined }
  /** The client got the error after a part of the response. */
  | { readonly type: "interrupted"; readonly failure: Failure; readonly used: UsedTokens }
  | { readonly type: "client-closed"; readonly used: UsedTokens };

export const CLIENT_CLOSED: AttemptResult = { type: "client-closed", used: {} };

/** What clients get whose requests are in flight when the gateway stops. */
export const SHUTTING_DOWN: Failure = {
  kind: "unavailable",
  status: 503,
  code: "shutting_down",
  message: "the gateway is shutting down",
};
