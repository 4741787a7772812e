import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { MessageReader } from "./reader.ts";
import { MessageWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new MessageReader(emit, report);
}

export function encode(report: Report, answering: ResponseContext): StreamWriter {
  return new MessageWriter(report, answering);
}
