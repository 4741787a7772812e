import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** The canonical finish reason of this API's. */
export function finishReasonOf(raw: Json | undefined, sequence: Json | undefined): FinishReason {
  const met = typeof sequence === "string" ? { sequence } : {};
  if (typeof raw !== "string") return { reason: "other", ...met };
  const reason = REASONS[raw] ?? "other";
  return { reason, raw, ...(RAW_REASONS[reason] === raw ? {} : { special: true }), ...met };
}

/** This API's value for a canonical finish reason, or that of another API with Claude, which has the same values. */
export function rawReason({ reason, raw = "" }: FinishReason): string {
  return REASONS[raw] === reason ? raw : RAW_REASONS[reason];
}

/** Finish reasons that this API has no value for. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["pause", "refusal", "other"]);

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_ResponseSyntax */
const REASONS: Readonly<Record<string, FinishReasonName>> = lookupTable({
  end_turn: "end",
  tool_use: "tool",
  max_tokens: "length",
  stop_sequence: "stop-sequence",
  content_filtered: "filter",
  guardrail_intervened: "filter",
  malformed_tool_use: "malformed",
  malformed_model_output: "malformed",
  model_context_window_exceeded: "length",
});

const RAW_REASONS: Readonly<Record<FinishReasonName, string>> = {
  end: "end_turn",
  tool: "tool_use",
  length: "max_tokens",
  "stop-sequence": "stop_sequence",
  filter: "content_filtered",
  refusal: "content_filtered",
  malformed: "malformed_tool_use",
  pause: "max_tokens",
  other: "end_turn",
};
