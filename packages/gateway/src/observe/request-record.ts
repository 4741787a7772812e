import type { Incoming } from "../transport.ts";
import { type LogFields, type RequestRecord, SUCCEEDED } from "./log.ts";

/** What every record of a request has. */
export interface HandledRequest {
  readonly incoming: Incoming;
  readonly route: { readonly type: string; readonly dialect: string };
  readonly id: string;
  readonly started: number;
}

export interface RecordOptions {
  readonly ended: number;
  /** The beginning of a text, without secrets. */
  readonly redactStart: (text: string, maxLength: number) => string;
}

/** The log record of a request. Its texts come from clients and providers, so each of them is redacted and truncated. */
export function requestRecord(
  request: HandledRequest,
  logFields: LogFields,
  { ended, redactStart }: RecordOptions,
): RequestRecord {
  return mapTexts(completeRecord(request, logFields, ended), (text) => redactStart(text, MAX_TEXT));
}

/** The longest text in a record, in characters. */
const MAX_TEXT = 1024;

function completeRecord(
  { incoming, route, id, started }: HandledRequest,
  logFields: LogFields,
  ended: number,
): RequestRecord {
  return {
    event: "request",
    id,
    method: incoming.method,
    path: incoming.url.split("?", 1)[0] ?? "",
    ...(route.type === "dialect" ? { client: route.dialect } : {}),
    ...SUCCEEDED,
    ...logFields,
    // The clock may have been set back.
    durationMs: Math.max(0, ended - started),
  };
}

/** Applies a function to every text in a value. */
function mapTexts<T>(value: T, map: (text: string) => string): T {
  if (typeof value === "string") return map(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map)) as T;
  if (typeof value !== "object" || value === null) return value;
  const mapped: Record<string, unknown> = {};
  for (const key in value) mapped[key] = mapTexts(value[key], map);
  return mapped as T;
}
