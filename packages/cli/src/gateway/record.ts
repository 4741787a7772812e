import { openSync, writeSync } from "node:fs";
import type { Log, LogRecord, NoticeRecord, RequestRecord } from "@toolglot/gateway";
import { Failure } from "../failure.ts";
import { jsonText } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";
import { visible, visibleJson } from "../output/visible.ts";
import { complain, count, note, warn } from "../output/words.ts";

/** Tells people of each request, on standard error. */
export function lineLog(): Log {
  const { style } = screen("stderr");
  return (record) => {
    if (!isRequest(record)) tell(record);
    else if (!isProbe(record)) process.stderr.write(`${requestLine(record, new Date(), style)}\n`);
  };
}

/** Writes all that is told as lines of JSON, on standard output. */
export function jsonLog(): Log {
  const { isTerminal } = screen("stdout");
  return (record) => process.stdout.write(isTerminal ? visibleJson(jsonLine(record)) : jsonLine(record));
}

/** Writes all that is told as lines of JSON, to the end of a file. */
export function fileLog(file: string): Log {
  const handle = opened(file);
  return (record) => writeSync(handle, jsonLine(record));
}

function requestLine(record: RequestRecord, at: Date, style: Style): string {
  const { method, path, client, status, outcome, durationMs } = record;
  const paint = outcome === "success" ? style.green : style.red;
  const words = [
    style.dim(at.toTimeString().slice(0, 8)),
    visible(client ?? method),
    visible(way(record) ?? path),
    paint(String(status)),
    `${durationMs} ms`,
    ...failure(record),
    ...losses(record, style),
  ];
  return words.join("  ");
}

function opened(file: string): number {
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

// Those who only ask whether it is well do so all the time.
function isProbe({ path, outcome }: RequestRecord): boolean {
  return outcome === "success" && /^\/(?:healthz|readyz|metrics)$/.test(path);
}

function tell({ level, message }: NoticeRecord): void {
  const tellers = { info: note, warn, error: complain };
  tellers[level](message);
}

function way({ model, provider, providerModel }: RequestRecord): string | undefined {
  if (model === undefined) return undefined;
  return provider === undefined ? model : `${model} → ${provider}/${providerModel ?? model}`;
}

function failure({ outcome, errorType, error }: RequestRecord): string[] {
  if (outcome === "client_closed") return ["the client has gone"];
  return errorType === undefined ? [] : [visible([errorType, error].filter(Boolean).join(": "))];
}

function losses({ losses: codes = [] }: RequestRecord, style: Style): string[] {
  if (codes.length === 0) return [];
  const kinds = [...new Set(codes)].join(", ");
  return [style.yellow(visible(`${count(codes.length, "loss", "losses")}: ${kinds}`))];
}
