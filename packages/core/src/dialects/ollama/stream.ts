import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { OllamaStreamReader } from "./reader.ts";
import { OllamaStreamWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new OllamaStreamReader(emit, report);
}

export function encode(report: Report, context: ResponseContext): StreamWriter {
  return new OllamaStreamWriter(report, context);
}
