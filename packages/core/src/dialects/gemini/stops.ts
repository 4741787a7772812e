import type { Json } from "../../model/json.ts";
import type { Stop, StopReason } from "../../model/response.ts";

/** Why an answer ends, by this API's word for it. */
export function stopOf(word: Json | undefined, message: Json | undefined): Stop {
  const said = typeof message === "string" ? { message } : {};
  if (typeof word !== "string") return { reason: "other", ...said };
  const reason = REASONS.get(word) ?? "other";
  return { reason, word, ...(WORDS[reason] === word ? {} : { special: true }), ...said };
}

/** Why there is no answer: the prompt was blocked. */
export function blockOf(word: string, message: Json | undefined): Stop {
  return { reason: "filter", word, special: true, ...(typeof message === "string" ? { message } : {}) };
}

/** This API's word for why an answer ends. */
export function stopWord({ reason }: Stop): string {
  return WORDS[reason];
}

/** What has no word of its own here. */
export const UNSAID: ReadonlySet<StopReason> = new Set(["pause", "other", "stop-sequence"]);

/** https://ai.google.dev/api/generate-content#FinishReason */
const REASONS: ReadonlyMap<string, StopReason> = new Map(
  Object.entries<StopReason>({
    STOP: "end",
    MAX_TOKENS: "length",
    CONTINUATION: "length",
    SAFETY: "filter",
    RECITATION: "filter",
    LANGUAGE: "filter",
    BLOCKLIST: "filter",
    PROHIBITED_CONTENT: "filter",
    SPII: "filter",
    IMAGE_SAFETY: "filter",
    IMAGE_PROHIBITED_CONTENT: "filter",
    IMAGE_RECITATION: "filter",
    MALFORMED_FUNCTION_CALL: "malformed",
    UNEXPECTED_TOOL_CALL: "malformed",
    TOO_MANY_TOOL_CALLS: "malformed",
    MISSING_THOUGHT_SIGNATURE: "malformed",
  }),
);

/** An answer with calls ends like any other here. */
const WORDS: Readonly<Record<StopReason, string>> = {
  end: "STOP",
  tool: "STOP",
  "stop-sequence": "STOP",
  pause: "STOP",
  other: "STOP",
  length: "MAX_TOKENS",
  filter: "SAFETY",
  refusal: "SAFETY",
  malformed: "MALFORMED_FUNCTION_CALL",
};
