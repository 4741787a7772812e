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
  readonly outcome: Outcome;
  readonly errorType?: string;
  readonly error?: string;
  readonly attempts?: readonly AttemptRecord[];
  readonly losses?: readonly string[];
  readonly usage?: { readonly input?: number | undefined; readonly output?: number | undefined };
  readonly durationMs: number;
  readonly firstChunkMs?: number;
}

/** How a request ended: with a response, with an error, or because the client closed the connection. */
export type Outcome = "success" | "error" | "client_closed";

/** One attempt at one provider. */
export interface AttemptRecord {
  readonly provider: string;
  readonly model: string;
  readonly status: number;
  readonly errorType?: string;
  readonly durationMs: number;
}

/** Anything else. */
export interface NoticeRecord {
  readonly event: string;
  readonly level: "info" | "warn" | "error";
  readonly message: string;
}

/** What the handling of a request adds to its record. */
export type LogFields = Partial<RequestRecord>;

/** The fields of a request that succeeded without a provider. */
export const SUCCEEDED = { status: 200, outcome: "success" } as const;

export type LogRecord = RequestRecord | NoticeRecord;

export type Log = (record: LogRecord) => void;
