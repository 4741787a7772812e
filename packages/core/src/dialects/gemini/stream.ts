import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { ContentReader } from "./reader.ts";
import { ContentWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new ContentReader(emit, report);
}

export function encode(report: Report, answering: ResponseContext): StreamWriter {
  return new ContentWriter(report, answering);
}
