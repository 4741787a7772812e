import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { ResponseReader } from "./reader.ts";
import { ResponseWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new ResponseReader(emit, report);
}

export function encode(report: Report, answering: ResponseContext): StreamWriter {
  return new ResponseWriter(report, answering);
}
