// What a recording needs of the inspector, and what the inspector learns from it.

import type { BodyStore } from "./body-store.ts";

/** What a recording needs of the inspector. */
export interface RecordingHost<Recording> {
  /** The largest body that is kept; 0 if none is. */
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  readonly now: () => number;
  /** Called when it is known who the client is, so that what it has sent as its key can be hidden. */
  onAuthorized(recording: Recording): void;
  /** Called when the recording can be shown, and whenever its summary has changed. */
  onChange(recording: Recording): void;
  onGrowth(recording: Recording, bytes: number): void;
  /** Called when the exchange is over. */
  onEnd(recording: Recording): void;
}

/** What a summary tells of the bodies. */
export interface Description {
  /** The names of the tools that were called. */
  readonly calls: readonly string[];
  /** The start of the response's text. */
  readonly text: string;
  /** The start of the last text of the user. */
  readonly prompt: string;
}
