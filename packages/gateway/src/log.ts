/** What one request came to. Keys are never in it, and of bodies the beginning of one that is no answer. */
export interface RequestRecord {
  readonly event: "request";
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly client?: string | undefined;
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly providerModel?: string | undefined;
  readonly stream?: boolean | undefined;
  readonly status: number;
  readonly outcome: Outcome;
  readonly errorType?: string | undefined;
  readonly error?: string | undefined;
  readonly attempts?: readonly AttemptRecord[] | undefined;
  readonly losses?: readonly string[] | undefined;
  readonly usage?: { readonly input?: number | undefined; readonly output?: number | undefined } | undefined;
  readonly durationMs: number;
  readonly firstChunkMs?: number | undefined;
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
