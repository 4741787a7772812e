import type { Loss, Usage } from "@toolglot/core";

/** One request. It never contains keys, and of bodies only the beginning of one that cannot be read. */
export interface RequestRecord {
  readonly event: "request";
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly client?: string;
  readonly key?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly providerModel?: string;
  readonly stream?: boolean;
  readonly status: number;
  readonly outcome: RequestOutcome;
  readonly errorType?: string;
  readonly error?: string;
  readonly attempts?: readonly AttemptRecord[];
  /** The losses of content and settings, at most a hundred of them. */
  readonly losses?: readonly LossRecord[];
  /** The number of losses, where not all are listed. */
  readonly lossCount?: number;
  /** The number of losses of metadata. */
  readonly metadataLosses?: number;
  readonly usage?: TokenCounts;
  /** In dollars, where the provider says it or its prices are known. */
  readonly cost?: number;
  /** What each model was charged for, where others were before the last one: `usage` and `cost` are the sums. */
  readonly charges?: readonly Charge[];
  /** Why there is no cost, for a provider whose prices are known or depend on what is not. */
  readonly unpriced?: string;
  /** Where the provider has not reported all that the response has used: what it has reported, and an estimate of the rest. */
  readonly estimated?: EstimatedUsage;
  readonly durationMs: number;
  readonly firstChunkMs?: number;
  /** The number of the worker that has handled it, if there are several. */
  readonly worker?: number;
}

/** One loss. */
export type LossRecord = Pick<Loss, "path" | "code" | "level" | "action">;

/** Token counts. `input` includes cached tokens, `output` includes reasoning tokens. */
export type TokenCounts = Pick<Usage, "input" | "cacheRead" | "cacheWrite" | "output" | "reasoning">;

export interface EstimatedUsage {
  readonly usage: TokenCounts;
  readonly cost?: number;
  readonly charges?: readonly Charge[];
}

/** What one model was charged for. */
export interface Charge {
  readonly provider: string;
  readonly model: string;
  readonly usage: TokenCounts;
  readonly cost?: number;
}

/** How a request ended: with a response, with an error, or because the client closed the connection. */
export type RequestOutcome = "success" | "error" | "client_closed";

/** One attempt at one provider. */
export interface AttemptRecord {
  readonly provider: string;
  readonly model: string;
  readonly status: number;
  readonly errorType?: string;
  /** The name of the key, where the provider has several. */
  readonly key?: string;
  readonly durationMs: number;
}

/** Anything else. */
export interface NoticeRecord {
  readonly event: string;
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  /** The number of the worker that it is about, if there are several. */
  readonly worker?: number;
}

/** What the handling of a request adds to its record. */
export type LogFields = Partial<RequestRecord>;

/** The fields of a request that succeeded without a provider. */
export const SUCCEEDED = { status: 200, outcome: "success" } as const;

/** A line of the log. */
export type LogRecord = RequestRecord | NoticeRecord;

export function isRequestRecord(record: LogRecord): record is RequestRecord {
  return "durationMs" in record;
}

/** Takes the lines of the log, one by one. */
export type Log = (record: LogRecord) => void;
