// What a recording needs of the inspector, and what the inspector learns from it.

import type { BodyStore, StoredBytes } from "./body-store.ts";
import type { ExchangeSummary } from "./protocol.ts";
import type { Searched } from "./searched.ts";

/** What a recording needs of what keeps it. */
export interface RecordingHost {
  /** The largest body that is kept; 0 if none is. */
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  /** The sequence number of its last change; 0 as long as it is not shown. */
  readonly seq: number;
  /** Whose exchange it is. */
  readonly tenant: string;
  state: ExchangeSummary["state"];
  /** Whether it is over, and secrets were removed from it. */
  isRedacted: boolean;
  /** Why its bodies are not kept. */
  readonly bodiesDropped: ExchangeSummary["bodiesDropped"];
  /** Whether it was removed. */
  readonly isForgotten: boolean;
  /** What is known of bodies that were complete before. */
  readonly searched: Searched;
  /** Milliseconds since 1970. */
  now(): number;
  /** The same, as it was in the first call since the event loop has called anything. */
  nowInTurn(): number;
  /** Bytes of a body that was complete before. */
  stored(start: number, length: number): StoredBytes | undefined;
  /** Called when the recording can be shown, and whenever its summary has changed. */
  onChange(): void;
  onGrowth(bytes: number): void;
  /** Called when the exchange is over. */
  onEnd(): void;
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
