// What an exchange in the ring needs of the inspector.

import type { Incoming } from "../transport.ts";
import type { BodyStore } from "./body-store.ts";
import type { KeptRecording } from "./kept-recording.ts";
import type { EndedAttempt } from "./pack-recording.ts";
import type { FieldWriter } from "./packed-fields.ts";
import type { Recording } from "./recording.ts";

/** What an exchange needs of the inspector. */
export interface KeepingHost {
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  readonly writer: FieldWriter;
  readonly now: () => number;
  readonly nowInTurn: () => number;
  onAuthorized(head: Pick<Incoming, "headers" | "url">): void;
  onChange(exchange: KeptRecording): void;
  onGrowth(exchange: KeptRecording, bytes: number): void;
  onEnd(exchange: KeptRecording, recording: Recording): void;
  /** An exchange of which there is no recording is over, and takes so many bytes. */
  onQuickEnd(exchange: KeptRecording, bytes: number): void;
  /** There is a recording of an exchange that is over. */
  onComplete(recording: Recording): void;
  /** A request to a provider is over. */
  onAttempt(attempt: EndedAttempt): void;
}
