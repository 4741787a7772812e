// The messages between the primary process and a worker about what the worker has recorded.

import type { SharedSecrets } from "../observe/redact.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { LastUse } from "./provider-health.ts";

/** Another process that records exchanges and keeps them. Each of these fails if it takes too long, or if the process is gone. */
export interface RemoteRecorder {
  /** What has changed after a sequence number of that process; -1 for all. */
  changes(since: number): Promise<RecordedChanges>;
  /** Waits for a change after a sequence number, or for a few seconds. */
  untilChanged(since: number): Promise<void>;
  /** The summaries of those exchanges that it still has, with what their bodies tell. */
  summaries(ids: readonly string[]): Promise<readonly ExchangeSummary[]>;
  detail(id: string): Promise<ExchangeDetail | undefined>;
  body(id: string, name: string): Promise<Uint8Array | undefined>;
  /** It need not keep these any longer. */
  forget(ids: readonly string[]): void;
  /** Adds what must not be shown. */
  learn(secrets: LearnedSecrets): void;
}

/** What has changed in another process. */
export interface RecordedChanges {
  /** The sequence number of the last change. */
  readonly seq: number;
  /** Whether `exchanges` are all that there are. */
  readonly isComplete: boolean;
  /** In the order of their changes; without what their bodies tell. */
  readonly exchanges: readonly ExchangeSummary[];
  /** The ids of those that are gone. */
  readonly removed: readonly string[];
  readonly secrets: LearnedSecrets;
  /** How the last request to each provider went. */
  readonly health: readonly (readonly [provider: string, LastUse])[];
}

/** What no exchange may show. */
export interface LearnedSecrets {
  /** What clients have sent as their keys. */
  readonly credentials: readonly string[];
  readonly shared: SharedSecrets;
}
