import { openSync, writeSync } from "node:fs";
import type { Log, LogRecord, NoticeRecord, RequestRecord } from "@toolglot/gateway";
import { Failure } from "../failure.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { logError, logNote, logWarning } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { requestLine } from "./request-line.ts";

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

// Health checks and the inspector's page would flood the log.
function isProbe({ path, outcome }: RequestRecord): boolean {
  return outcome === "success" && /^\/(?:healthz|readyz|metrics|_inspector\/.*)?$/.test(path);
}

function logNotice({ level, message, worker }: NoticeRecord): void {
  const loggers = { info: logNote, warn: logWarning, error: logError };
  loggers[level](worker === undefined ? message : `worker ${worker}: ${message}`);
}
