import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { InteractionsStreamReader } from "./reader.ts";
import { InteractionsStreamWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new InteractionsStreamReader(emit, report);
}

export function encode(report: Report, context: ResponseContext): StreamWriter {
  return new InteractionsStreamWriter(report, context);
}
