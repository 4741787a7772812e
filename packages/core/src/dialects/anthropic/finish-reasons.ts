import { isObject } from "../../json/value.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { JsonObject } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** The canonical finish reason of this API's. */
export function finishReasonOf(message: JsonObject): FinishReason {
  const { stop_reason: raw, stop_sequence: sequence, container } = message;
  const met = typeof sequence === "string" ? { sequence } : {};
  if (typeof raw !== "string") return { reason: "other", ...met };
  const reason = REASONS[raw] ?? "other";
  const resume = reason === "pause" && isObject(container) ? { resume: { container: container.id ?? null } } : {};
  return { reason, raw, ...(RAW_REASONS[reason] === raw ? {} : { special: true }), ...met, ...resume };
}

/** This API's value for a canonical finish reason, or that of another API with Claude, which has the same values. */
export function rawReason({ reason, raw = "", sequence }: FinishReason): string {
  if (reason === "stop-sequence" && sequence === undefined) return "end_turn";
  return REASONS[raw] === reason ? raw : RAW_REASONS[reason];
}

/** Finish reasons that this API has no value for; it must also name the stop sequence that was met. */
export function unsupportedReasons({ sequence }: FinishReason): ReadonlySet<FinishReasonName> {
  return sequence === undefined ? WITHOUT_SEQUENCE : UNSUPPORTED;
}

const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["malformed", "other"]);
const WITHOUT_SEQUENCE: ReadonlySet<FinishReasonName> = new Set([...UNSUPPORTED, "stop-sequence"]);

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const REASONS: Readonly<Record<string, FinishReasonName>> = lookupTable({
  end_turn: "end",
  max_tokens: "length",
  stop_sequence: "stop-sequence",
  tool_use: "tool",
  pause_turn: "pause",
  refusal: "refusal",
  model_context_window_exceeded: "length",
  compaction: "other",
});

const RAW_REASONS: Readonly<Record<FinishReasonName, string>> = {
  end: "end_turn",
  length: "max_tokens",
  "stop-sequence": "stop_sequence",
  tool: "tool_use",
  pause: "pause_turn",
  refusal: "refusal",
  filter: "refusal",
  malformed: "refusal",
  other: "end_turn",
};
