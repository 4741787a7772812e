import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { AnthropicStreamReader } from "./reader.ts";
import { AnthropicStreamWriter } from "./writer.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new AnthropicStreamReader(emit, report);
}

export function encode(report: Report, context: ResponseContext): StreamWriter {
  return new AnthropicStreamWriter(report, context);
}
