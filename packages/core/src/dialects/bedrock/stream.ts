import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { BedrockStreamReader } from "./reader.ts";
import { BedrockStreamWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new BedrockStreamReader(emit, report);
}

export function encode(report: Report, context: ResponseContext): StreamWriter {
  return new BedrockStreamWriter(report, context);
}
