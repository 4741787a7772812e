import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { quirkTable } from "./quirks/index.ts";

/** The canonical finish reason of a `finish_reason`. */
export function finishReasonOf(raw: string): FinishReason {
  return { reason: REASONS[raw] ?? "other", raw };
}

/** The `finish_reason` of a canonical finish reason. */
export function rawReason({ reason }: FinishReason): string {
  return RAW_REASONS[reason];
}

/** Reports a raw reason that is not OpenAI's own, such as `stop` beside tool calls, which OpenAI sends for a forced call too. */
export function reportForeignRawReason(stop: FinishReason, called: boolean, report: Report): void {
  if (stop.raw === undefined || UNSUPPORTED.has(stop.reason)) return;
  const expected = rawReason(called && stop.reason === "end" ? { reason: "tool" } : stop);
  if (stop.raw !== expected) report.at("finish_reason").change("default-layout");
}

/** Reasons that `finish_reason` has no value for. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["pause", "other", "malformed", "stop-sequence"]);

const REASONS: Readonly<Record<string, FinishReasonName>> = lookupTable({
  stop: "end",
  length: "length",
  tool_calls: "tool",
  function_call: "tool",
  content_filter: "filter",
  ...quirkTable("finishReasons"),
});

const RAW_REASONS: Readonly<Record<FinishReasonName, string>> = {
  end: "stop",
  length: "length",
  tool: "tool_calls",
  "stop-sequence": "stop",
  filter: "content_filter",
  refusal: "content_filter",
  // The response is incomplete, and clients must not take it for a complete one.
  pause: "length",
  malformed: "content_filter",
  other: "stop",
};
