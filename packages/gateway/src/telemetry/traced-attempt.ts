import type { Destination } from "../exchange/destinations.ts";
import type { UpstreamRequest } from "../transport.ts";

/** One request to a provider. */
export interface TracedAttempt {
  readonly destination: Destination;
  readonly request: UpstreamRequest;
  readonly spanId: string;
  /** How many requests were sent before it to the same provider for the same model: a fallback is another request. */
  readonly resendCount: number;
  readonly now: () => number;
  /** How long a response may be to be kept until it is over, in bytes. */
  readonly maxBody: number;
}
