// What an exchange in the ring needs of the inspector.

import type { Incoming } from "../transport.ts";
import type { ExchangeHost } from "./hosted-exchange.ts";
import type { EndedAttempt } from "./pack-recording.ts";
import type { FieldWriter } from "./packed-fields.ts";
import type { Recording } from "./recording.ts";

/** What an exchange needs of the inspector. */
export interface KeepingHost<Exchange> extends ExchangeHost {
  readonly writer: FieldWriter;
  onAuthorized(head: Pick<Incoming, "headers" | "url">): void;
  onChange(exchange: Exchange): void;
  onGrowth(exchange: Exchange, bytes: number): void;
  onEnd(exchange: Exchange, recording: Recording): void;
  /** An exchange of which there is no recording is over, and takes so many bytes. */
  onQuickEnd(exchange: Exchange, bytes: number): void;
  /** There is a recording of an exchange that is over. */
  onComplete(recording: Recording): void;
  /** A request to a provider is over. */
  onAttempt(attempt: EndedAttempt): void;
}
