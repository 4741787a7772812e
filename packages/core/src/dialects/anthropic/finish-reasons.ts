import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** Why an answer ends, by this API's word for it. */
export function finishReasonOf(word: Json | undefined, sequence: Json | undefined): FinishReason {
  const met = typeof sequence === "string" ? { sequence } : {};
  if (typeof word !== "string") return { reason: "other", ...met };
  const reason = REASONS[word] ?? "other";
  return { reason, raw: word, ...(WORDS[reason] === word ? {} : { special: true }), ...met };
}

/** This API's word for why an answer ends. */
export function rawReason({ reason, sequence }: FinishReason): string {
  return reason === "stop-sequence" && sequence === undefined ? "end_turn" : WORDS[reason];
}

/** What has no word of its own here. */
export const UNSAID: ReadonlySet<FinishReasonName> = new Set(["malformed", "other"]);

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const REASONS: Readonly<Record<string, FinishReasonName>> = {
  end_turn: "end",
  max_tokens: "length",
  stop_sequence: "stop-sequence",
  tool_use: "tool",
  pause_turn: "pause",
  refusal: "refusal",
  model_context_window_exceeded: "length",
};

const WORDS: Readonly<Record<FinishReasonName, string>> = {
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
