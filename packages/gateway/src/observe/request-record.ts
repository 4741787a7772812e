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
  /** The number of this process, if there are several. */
  readonly worker: number | undefined;
}

/** The log record of a request. Its texts come from clients and providers, so each of them is redacted and truncated. */
export function requestRecord(
  request: HandledRequest,
  logFields: LogFields,
  { ended, redactStart, worker }: RecordOptions,
): RequestRecord {
  const redact = (text: string) => redactStart(text, MAX_TEXT);
  return completeRecord(request, mapTexts(logFields, redact), { ended, redact, worker });
}

/** The longest text in a record, in characters. */
const MAX_TEXT = 1024;

// The gateway's own words and ids have no secrets.
function completeRecord(
  { incoming, route, id, started }: HandledRequest,
  logFields: LogFields,
  { ended, redact, worker }: Pick<RecordOptions, "ended" | "worker"> & { readonly redact: (text: string) => string },
): RequestRecord {
  const record: Writable<Pick<RequestRecord, "event" | "id" | "method" | "path" | "client">> = {
    event: "request",
    id,
    method: redact(incoming.method),
    path: redact(pathOf(incoming.url)),
  };
  if (route.type === "dialect") record.client = route.dialect;
  // The clock may have been set back.
  const complete: Writable<RequestRecord> = Object.assign(record, SUCCEEDED, logFields, {
    durationMs: Math.max(0, ended - started),
  });
  if (worker !== undefined) complete.worker = worker;
  return complete;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/** Applies a function to every text in a value; a value in which nothing changes is returned as it is. */
function mapTexts<T extends object>(value: T, map: (text: string) => string): T {
  let mapped = value;
  for (const key in value) {
    const item = value[key];
    if (typeof item !== "string" && typeof item !== "object") continue;
    const changed = mapText(item, map);
    if (changed === item) continue;
    if (mapped === value) mapped = { ...value };
    mapped[key] = changed;
  }
  return mapped;
}

function mapList<T>(list: readonly T[], map: (text: string) => string): readonly T[] {
  const mapped = list.map((item) => mapText(item, map));
  return mapped.some((item, index) => item !== list[index]) ? mapped : list;
}

function mapText<T>(item: T, map: (text: string) => string): T {
  if (typeof item === "string") return map(item) as T;
  if (Array.isArray(item)) return mapList(item, map) as T;
  return typeof item === "object" && item !== null ? mapTexts(item, map) : item;
}
