import type { Json } from "../../model/json.ts";
import type { Stop, StopReason } from "../../model/response.ts";

/** Why an answer ends, by this API's word for it. */
export function stopOf(word: Json | undefined, sequence: Json | undefined): Stop {
  const met = typeof sequence === "string" ? { sequence } : {};
  if (typeof word !== "string") return { reason: "other", ...met };
  const reason = REASONS[word] ?? "other";
  return { reason, word, ...(WORDS[reason] === word ? {} : { special: true }), ...met };
}

/** This API's word for why an answer ends. */
export function stopWord({ reason, sequence }: Stop): string {
  return reason === "stop-sequence" && sequence === undefined ? "end_turn" : WORDS[reason];
}

/** What has no word of its own here. */
export const UNSAID: ReadonlySet<StopReason> = new Set(["malformed", "other"]);

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: "end",
  max_tokens: "length",
  stop_sequence: "stop-sequence",
  tool_use: "tool",
  pause_turn: "pause",
  refusal: "refusal",
  model_context_window_exceeded: "length",
};

const WORDS: Readonly<Record<StopReason, string>> = {
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
