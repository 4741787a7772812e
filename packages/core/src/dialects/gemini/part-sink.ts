import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Report } from "../../report.ts";

/** Receives the events of texts and calls. */
export interface GeminiPartSink {
  readonly report: Report;
  /** Begins a part, and returns its index. */
  open(part: PartStart): number;
  emit(event: StreamEvent): void;
}
