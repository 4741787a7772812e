import type { Failure } from "@toolglot/core";
import type { Config } from "../config/config.ts";
import type { GatewayReport } from "../http/gateway-report.ts";
import type { RemoteRecorder } from "../inspector/remote-recorder.ts";
import type { LimitRefusal, Reservation } from "../limits/limit-state.ts";
import type { LogRecord } from "../observe/log.ts";
import type { MeasuredSeries } from "../observe/measured-series.ts";
import type { Script } from "../sim/scripts.ts";
import type { CountedUsage } from "../usage/usage-log.ts";

/** What a worker needs to know before it can serve. */
export interface WorkerSetup {
  /** Counts from 1; a worker that replaces another has its number. */
  readonly number: number;
  readonly config: Config;
  /** Whether the primary writes lines that workers have formatted; otherwise it formats records. */
  readonly writesLines: boolean;
  /** Whether reasoning is stored already. */
  readonly hasReasoning: boolean;
}

/** What the primary logs and counts for a worker. */
export interface Observed {
  /** The lines of the log that the worker has formatted, each with its line break. */
  readonly lines: string;
  /** What else is to be logged. */
  readonly records: readonly LogRecord[];
  readonly metrics: MeasuredSeries | undefined;
  readonly usage: readonly CountedUsage[];
}

/** Why a worker could not start. */
export interface StartProblem {
  readonly code?: string | undefined;
  readonly message: string;
}

/** Which of the stores. */
export type StoreKind = "response" | "reasoning";

/** What a worker asks the primary for. Stored responses are JSON text, since numbers are kept to the digit. */
export type PrimaryMethods = {
  readonly setup: () => WorkerSetup;
  /** It serves, at this address. */
  readonly started: (url: string) => void;
  readonly failed: (problem: StartProblem) => void;
  readonly get: (kind: StoreKind, tenant: string, id: string) => Promise<string | undefined>;
  readonly put: (kind: StoreKind, response: string) => Promise<void>;
  readonly delete: (kind: StoreKind, tenant: string, id: string) => Promise<boolean>;
  /** Takes reservations; the number stands for what was taken. */
  readonly reserve: (key: string, reservations: readonly Reservation[]) => Promise<LimitRefusal | number>;
  readonly adjust: (taken: number, reservations: readonly Reservation[]) => Promise<void>;
  /** Takes the next scripted response of the simulated provider. */
  readonly nextScript: () => Script | undefined;
  readonly observed: (observed: Observed) => void;
  /** It records exchanges, and can be asked for them. */
  readonly recording: () => void;
  /** Passes on a request, under an id of the worker's own; returns when it is accepted. */
  readonly relay: (id: number, head: RelayedHead) => void;
  readonly relayClosed: (id: number) => void;
  /** The client has read so many bytes of the reply. */
  readonly relayRead: (id: number, bytes: number) => void;
};

/** What the primary asks a worker for. */
export type WorkerMethods = {
  readonly configure: (config: Config) => void;
  /** Waits for the requests in flight; a second call ends them. */
  readonly stop: () => void;
  readonly report: () => GatewayReport;
  /** Reasoning is stored from now on. */
  readonly reasoningStored: () => void;
  readonly recordedChanges: RemoteRecorder["changes"];
  readonly recordedUntilChanged: RemoteRecorder["untilChanged"];
  readonly recordedSummaries: RemoteRecorder["summaries"];
  readonly recordedDetail: RemoteRecorder["detail"];
  readonly recordedBody: RemoteRecorder["body"];
  readonly recordedForget: RemoteRecorder["forget"];
  readonly recordedLearn: RemoteRecorder["learn"];
  readonly relayBody: (id: number, maxBytes: number) => Promise<RelayedBody>;
  readonly replyBegin: (id: number, status: number, headers: Readonly<Record<string, string>>) => void;
  readonly replyWrite: (id: number, chunk: string | Uint8Array) => void;
  readonly replyEnd: (id: number, body: string | Uint8Array) => void;
  readonly replyDestroy: (id: number) => void;
};

/** The head of a request that a worker passes on. */
export interface RelayedHead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly repeatedHeaders: readonly string[];
}

/** The body of such a request, or why there is none. */
export type RelayedBody = { readonly bytes: Uint8Array } | { readonly failure: Failure };
