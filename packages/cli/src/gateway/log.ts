import { openSync, writeSync } from "node:fs";
import type { Log, LogRecord, NoticeRecord, RequestRecord } from "@toolglot/gateway";
import { CommandFailure } from "../failure.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { logError, logNote, logWarning } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { LineWriter } from "./line-writer.ts";
import { requestLine } from "./request-line.ts";

/** Logs one line per request on standard error. */
export function lineLog(): Log {
  const { style } = screen("stderr");
  const lines = new LineWriter((text) => process.stderr.write(text));
  return (record) => {
    if (isRequest(record)) {
      if (!isProbe(record)) lines.add(`${requestLine(record, new Date(), style)}\n`);
      return;
    }
    lines.flush();
    logNotice(record);
  };
}

/** Logs lines of JSON on standard output. */
export function jsonLog(): Log {
  const { isTerminal } = screen("stdout");
  const lines = new LineWriter((text) => process.stdout.write(text));
  return (record) => lines.add(isTerminal ? escapeInvisibleJson(jsonLine(record)) : jsonLine(record));
}

/** Appends lines of JSON to a file. */
export function fileLog(file: string): Log {
  const handle = openLogFile(file);
  const lines = new LineWriter((text) => writeSync(handle, text));
  return (record) => lines.add(jsonLine(record));
}

function openLogFile(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    throw new CommandFailure(`cannot write the log: ${error instanceof Error ? error.message : String(error)}`, {
      file,
    });
  }
}

function jsonLine(record: LogRecord): string {
  return jsonText({ time: new Date().toISOString(), ...record }, { isCompact: true });
}

function isRequest(record: LogRecord): record is RequestRecord {
  return "durationMs" in record;
}

// Health checks and the inspector's page would flood the log.
function isProbe({ path, client, outcome }: RequestRecord): boolean {
  return client === undefined && outcome === "success" && /^\/(?:healthz|readyz|metrics|_inspector\/.*)?$/.test(path);
}

function logNotice({ level, message, worker }: NoticeRecord): void {
  const loggers = { info: logNote, warn: logWarning, error: logError };
  loggers[level](worker === undefined ? message : `worker ${worker}: ${message}`);
}
