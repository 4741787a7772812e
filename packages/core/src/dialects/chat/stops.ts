import type { Stop, StopReason } from "../../model/response.ts";
import type { Report } from "../../report.ts";

/** Why an answer ends, by the family's word for it. */
export function stopOf(word: string): Stop {
  return { reason: REASONS[word] ?? "other", word };
}

/** The family's word for why an answer ends. */
export function stopWord({ reason }: Stop): string {
  return WORDS[reason];
}

/** Tells a word that is not the usual one: some servers have their own, and some say of calls what others say of the end. */
export function tellWord(stop: Stop, called: boolean, report: Report): void {
  if (stop.word === undefined || UNSAID.has(stop.reason)) return;
  const usual = stopWord(called && stop.reason === "end" ? { reason: "tool" } : stop);
  if (stop.word !== usual) report.at("finish_reason").change("usual-form");
}

/** What has no word of its own here. */
export const UNSAID: ReadonlySet<StopReason> = new Set(["pause", "other", "malformed", "stop-sequence"]);

const REASONS: Readonly<Record<string, StopReason>> = {
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

const WORDS: Readonly<Record<StopReason, string>> = {
  end: "stop",
  length: "length",
  tool: "tool_calls",
  "stop-sequence": "stop",
  filter: "content_filter",
  refusal: "content_filter",
  pause: "stop",
  malformed: "content_filter",
  other: "stop",
};
