import { openSync, writeSync } from "node:fs";
import type { Log, LogRecord, NoticeRecord, RequestRecord } from "@toolglot/gateway";
import { Failure } from "../failure.ts";
import { escapeInvisible, escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { logError, logNote, logWarning, plural } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";

/** Logs one line per request on standard error. */
export function lineLog(): Log {
  const { style } = screen("stderr");
  return (record) => {
    if (!isRequest(record)) logNotice(record);
    else if (!isProbe(record)) process.stderr.write(`${requestLine(record, new Date(), style)}\n`);
  };
}

/** Logs lines of JSON on standard output. */
export function jsonLog(): Log {
  const { isTerminal } = screen("stdout");
  return (record) => process.stdout.write(isTerminal ? escapeInvisibleJson(jsonLine(record)) : jsonLine(record));
}

/** Appends lines of JSON to a file. */
export function fileLog(file: string): Log {
  const handle = openLogFile(file);
  return (record) => writeSync(handle, jsonLine(record));
}

function requestLine(record: RequestRecord, at: Date, style: Style): string {
  const { method, path, client, status, outcome, durationMs } = record;
  const paint = outcome === "success" ? style.green : style.red;
  const fields = [
    style.dim(at.toTimeString().slice(0, 8)),
    escapeInvisible(client ?? method),
    escapeInvisible(routeText(record) ?? path),
    paint(String(status)),
    `${durationMs} ms`,
    ...failureText(record),
    ...lossText(record, style),
  ];
  return fields.join("  ");
}

function openLogFile(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    throw new Failure(`cannot write the log: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}

function jsonLine(record: LogRecord): string {
  return jsonText({ time: new Date().toISOString(), ...record }, { isCompact: true });
}

function isRequest(record: LogRecord): record is RequestRecord {
  return "durationMs" in record;
}

// Health checks would flood the log.
function isProbe({ path, outcome }: RequestRecord): boolean {
  return outcome === "success" && /^\/(?:healthz|readyz|metrics)$/.test(path);
}

function logNotice({ level, message }: NoticeRecord): void {
  const loggers = { info: logNote, warn: logWarning, error: logError };
  loggers[level](message);
}

function routeText({ model, provider, providerModel }: RequestRecord): string | undefined {
  if (model === undefined) return undefined;
  return provider === undefined ? model : `${model} → ${provider}/${providerModel ?? model}`;
}

function failureText({ outcome, errorType, error }: RequestRecord): string[] {
  if (outcome === "client_closed") return ["client disconnected"];
  return errorType === undefined ? [] : [escapeInvisible([errorType, error].filter(Boolean).join(": "))];
}

function lossText({ losses: codes = [] }: RequestRecord, style: Style): string[] {
  if (codes.length === 0) return [];
  const kinds = [...new Set(codes)].join(", ");
  return [style.yellow(escapeInvisible(`${plural(codes.length, "loss", "losses")}: ${kinds}`))];
}
