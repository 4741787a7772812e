import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { ResponsesStreamReader } from "./reader.ts";
import { ResponsesStreamWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new ResponsesStreamReader(emit, report);
}

export function encode(report: Report, context: ResponseContext): StreamWriter {
  return new ResponsesStreamWriter(report, context);
}
