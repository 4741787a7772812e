import type { ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";
import { ChatReader } from "../chat/reader.ts";
import { ChatWriter } from "../chat/writer.ts";
import { facts } from "./facts.ts";

export function decode(emit: (event: StreamEvent) => void, report: Report): StreamReader {
  return new ChatReader(facts, emit, report);
}

export function encode(report: Report, answering: ResponseContext): StreamWriter {
  return new ChatWriter(facts, report, answering);
}
