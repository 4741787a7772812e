import type { StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";

export function decode(_emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return report.fail("unsupported", "an MCP server knows tools, calls and results, but no streams of a model");
}

export function encode(report: Report): StreamWriter {
  return report.fail("unsupported", "an MCP server knows tools, calls and results, but no streams of a model");
}
