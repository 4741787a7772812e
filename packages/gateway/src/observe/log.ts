/** What one request came to. Keys are never in it, and of bodies the beginning of one that is no answer. */
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
  readonly outcome: Outcome;
  readonly errorType?: string;
  readonly error?: string;
  readonly attempts?: readonly AttemptRecord[];
  readonly losses?: readonly string[];
  readonly usage?: { readonly input?: number | undefined; readonly output?: number | undefined };
  readonly durationMs: number;
  readonly firstChunkMs?: number;
}

/** How a request ended: the client was answered, was told an error, or had gone. */
export type Outcome = "success" | "error" | "client_closed";

/** One try at one provider. */
export interface AttemptRecord {
  readonly provider: string;
  readonly model: string;
  readonly status: number;
  readonly errorType?: string;
  readonly durationMs: number;
}

/** Anything else worth telling. */
export interface NoticeRecord {
  readonly event: string;
  readonly level: "info" | "warn" | "error";
  readonly message: string;
}

export type LogRecord = RequestRecord | NoticeRecord;

export type Log = (record: LogRecord) => void;
