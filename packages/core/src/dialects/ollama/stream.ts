import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { LineReader } from "./reader.ts";
import { LineWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new LineReader(emit, report);
}

export function encode(report: Report, answering: ResponseContext): StreamWriter {
  return new LineWriter(report, answering);
}
