import { type FileHandle, open } from "node:fs/promises";
import { CommandFailure } from "../failure.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { type JsonLayout, jsonText } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import { writeFailureReason } from "../output/write-failure.ts";

/** Receives reports as JSON. */
export interface ReportSink {
  write(report: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file for reports, or standard error for `-`, where each report is one line below the messages. */
export async function openReport(file: string, layout: JsonLayout): Promise<ReportSink> {
  return file === "-" ? toStandardError() : toFile(await openFile(file), file, layout);
}

function toStandardError(): ReportSink {
  const { write, isTerminal } = screen("stderr");
  return {
    async write(report) {
      const text = jsonText(report, { isCompact: true });
      await write(isTerminal ? escapeInvisibleJson(text) : text);
    },
    async close() {},
  };
}

function toFile(handle: FileHandle, file: string, layout: JsonLayout): ReportSink {
  return {
    write: (report) => orFail(file, handle.appendFile(jsonText(report, layout))),
    close: () => orFail(file, handle.close()),
  };
}

function openFile(file: string): Promise<FileHandle> {
  return orFail(file, open(file, "w"));
}

async function orFail<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new CommandFailure(`cannot write the report ${file}: ${writeFailureReason(error)}`, { file, code: "report" });
  }
}
