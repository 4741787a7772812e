import { openSync, writeSync } from "node:fs";
import type { Log, LogRecord, NoticeRecord, RequestRecord } from "@toolglot/gateway";
import { CommandFailure } from "../failure.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { logError, logNote, logWarning } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { LineWriter } from "./line-writer.ts";
import { requestLine } from "./request-line.ts";

/** A log of lines; workers format their own. */
export interface LineLog {
  readonly log: Log;
  /** Writes lines that a worker has formatted. */
  readonly logLines: (text: string) => void;
}

/** Logs one line per request on standard error. */
export function lineLog(): LineLog {
  const lines = new LineWriter((text) => process.stderr.write(text));
  const format = lineFormat();
  return {
    log: (record) => {
      if (isRequest(record)) {
        lines.add(format(record));
        return;
      }
      lines.flush();
      logNotice(record);
    },
    logLines: (text) => lines.add(text),
  };
}

/** The line of a request for people; "" for probes. */
export function lineFormat(): (record: RequestRecord) => string {
  const { style } = screen("stderr");
  return (record) => (isProbe(record) ? "" : `${requestLine(record, new Date(), style)}\n`);
}

/** Logs lines of JSON on standard output. */
export function jsonLog(): LineLog {
  const lines = new LineWriter((text) => process.stdout.write(text));
  const format = jsonFormat();
  return { log: (record) => lines.add(format(record)), logLines: (text) => lines.add(text) };
}

/** The line of JSON of a record. */
export function jsonFormat(): (record: LogRecord) => string {
  const { isTerminal } = screen("stdout");
  return (record) => (isTerminal ? escapeInvisibleJson(jsonLine(record)) : jsonLine(record));
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
