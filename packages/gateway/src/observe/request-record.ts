import type { ExchangeResult, GenerateRequest } from "../exchange/exchange.ts";
import type { RouteResult } from "../http/routes.ts";
import type { Incoming } from "../transport.ts";
import type { RequestRecord } from "./log.ts";

/** What is known of a request when it is done. */
export interface HandledRequest {
  readonly incoming: Incoming;
  readonly found: RouteResult;
  readonly id: string;
  readonly started: number;
}

/** How a record is finished. */
export interface RecordOptions {
  readonly ended: number;
  /** The beginning of a text, without secrets. */
  readonly redactStart: (text: string, most: number) => string;
}

/** What is told of a request beside that. */
export type LogFields = Partial<RequestRecord>;

/** The record of a request. Its names, its path and its errors may be anybody's words, so that each text in it is redacted. */
export function requestRecord(
  handled: HandledRequest,
  findings: LogFields,
  { ended, redactStart }: RecordOptions,
): RequestRecord {
  return cleaned(fullRecord(handled, findings, ended), (text) => redactStart(text, LONGEST));
}

function fullRecord(
  { incoming, found, id, started }: HandledRequest,
  findings: LogFields,
  ended: number,
): RequestRecord {
  return {
    event: "request",
    id,
    method: incoming.method,
    path: incoming.url.split("?", 1)[0] ?? "",
    ...(found.type === "dialect" ? { client: found.match.binding.dialect } : {}),
    ...SUCCEEDED,
    ...findings,
    durationMs: elapsed(started, ended),
  };
}

// A clock may be set back.
function elapsed(from: number, to: number): number {
  return Math.max(0, to - from);
}

/** A record with every text in it, however deep, written anew. */
function cleaned<T>(value: T, clean: (text: string) => string): T {
  if (typeof value === "string") return clean(value) as T;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item, clean)])) as T;
}

/** A line of a log is for reading. */
const LONGEST = 1024;

/** What is told of a request that was answered without asking anybody. */
export const SUCCEEDED = { status: 200, outcome: "success" } as const;

/** What came of a question. */
export function logFieldsOf(
  { model, stream: streams, caller, started }: GenerateRequest,
  outcomes: ExchangeResult,
): LogFields {
  const { destination, usage, errorType, errorMessage: error, firstChunkAt } = outcomes;
  return {
    status: outcomes.status,
    outcome: outcomes.outcome,
    ...(errorType === undefined ? {} : { errorType }),
    ...(error === undefined ? {} : { error }),
    losses: outcomes.losses,
    attempts: outcomes.attempts,
    ...(caller.tenant === "" ? {} : { key: caller.tenant }),
    model,
    stream: streams,
    ...(destination === undefined ? {} : { provider: destination.provider.name, providerModel: destination.model }),
    ...(usage === undefined ? {} : { usage: { input: usage.input, output: usage.output } }),
    ...(firstChunkAt === undefined ? {} : { firstChunkMs: elapsed(started, firstChunkAt) }),
  };
}
