import type { FinishReason, FinishReasonName } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** Why an answer ends, by the family's word for it. */
export function finishReasonOf(word: string): FinishReason {
  return { reason: REASONS[word] ?? "other", raw: word };
}

/** The family's word for why an answer ends. */
export function rawReason({ reason }: FinishReason): string {
  return RAW_REASONS[reason];
}

/** Tells a word that is not the usual one: some servers have their own, and some say of calls what others say of the end. */
export function reportRawReason(stop: FinishReason, called: boolean, report: Report): void {
  if (stop.raw === undefined || UNSUPPORTED.has(stop.reason)) return;
  const usual = rawReason(called && stop.reason === "end" ? { reason: "tool" } : stop);
  if (stop.raw !== usual) report.at("finish_reason").change("default-layout");
}

/** What has no word of its own here. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["pause", "other", "malformed", "stop-sequence"]);

const REASONS: Readonly<Record<string, FinishReasonName>> = {
  stop: "end",
  eos: "end",
  length: "length",
  model_length: "length",
  tool_calls: "tool",
  function_call: "tool",
  content_filter: "filter",
  // Proxies pass on the word of the vendor behind them.
  malformed_function_call: "malformed",
  MALFORMED_FUNCTION_CALL: "malformed",
};

const RAW_REASONS: Readonly<Record<FinishReasonName, string>> = {
  end: "stop",
  length: "length",
  tool: "tool_calls",
  "stop-sequence": "stop",
  filter: "content_filter",
  refusal: "content_filter",
  // The answer is incomplete: no client takes it for a whole one.
  pause: "length",
  malformed: "content_filter",
  other: "stop",
};
