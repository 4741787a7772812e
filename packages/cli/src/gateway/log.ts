import { openSync } from "node:fs";
import type { Log, LogRecord, NoticeRecord, RequestRecord, RunWorkerOptions } from "@toolglot/gateway";
import { CommandFailure } from "../failure.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { noticeLine } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { writeFailureReason } from "../output/write-failure.ts";
import { LineFile } from "./line-file.ts";
import { LineWriter } from "./line-writer.ts";
import { logOutput, sharedLogOutput } from "./log-output.ts";
import { requestLine } from "./request-line.ts";

/** A log of lines; workers format their own. */
export interface LineLog {
  readonly log: Log;
  /** Writes lines that a worker has formatted. */
  readonly logLines: (text: string) => void;
}

/** Logs one line per request on standard error. */
export function lineLog(): LineLog {
  const lines = new LineWriter(logOutput("stderr"));
  const format = lineFormat();
  return {
    log: (record) => {
      lines.add(isRequest(record) ? format(record) : noticeText(record));
      // What happens outside of requests is seen at once, and in its place between what is printed.
      if (!isRequest(record)) lines.flush();
    },
    logLines: (text) => lines.add(text),
  };
}

/** The line of a request for people; "" for probes. */
function lineFormat(): (record: RequestRecord) => string {
  const { style } = screen("stderr");
  return (record) => (isProbe(record) ? "" : `${requestLine(record, Date.now(), style)}\n`);
}

/** Logs lines of JSON on standard output. */
export function jsonLog(): LineLog {
  const lines = new LineWriter(logOutput("stdout"));
  const format = jsonFormat();
  return { log: (record) => lines.add(format(record)), logLines: (text) => lines.add(text) };
}

/** The line of JSON of a record. */
function jsonFormat(): (record: LogRecord) => string {
  const { isTerminal } = screen("stdout");
  return (record) => (isTerminal ? escapeInvisibleJson(jsonLine(record)) : jsonLine(record));
}

/** How a worker logs requests: in lines that it writes itself where it can do so beside other processes. */
export function workerLog(isJson: boolean): RunWorkerOptions {
  const [format, output] = isJson
    ? [jsonFormat(), sharedLogOutput("stdout")]
    : [lineFormat(), sharedLogOutput("stderr")];
  if (output === undefined) return { format };
  const lines = new LineWriter(output);
  return { format, logLines: (text) => lines.add(text) };
}

/** Appends lines of JSON to a file. */
export function fileLog(file: string): Log {
  const opened = new LineFile(openLogFile(file));
  const lines = new LineWriter((text) => opened.write(text));
  return (record) => lines.add(jsonLine(record));
}

function openLogFile(file: string): number {
  try {
    return openSync(file, "a");
  } catch (error) {
    throw new CommandFailure(`cannot write the log ${file}: ${writeFailureReason(error)}`, { file });
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

function noticeText({ level, message, worker }: NoticeRecord): string {
  return noticeLine(level, worker === undefined ? message : `worker ${worker}: ${message}`);
}
