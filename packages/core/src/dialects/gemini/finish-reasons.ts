import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** Why an answer ends, by this API's word for it. */
export function finishReasonOf(word: Json | undefined, message: Json | undefined): FinishReason {
  const said = typeof message === "string" ? { message } : {};
  if (typeof word !== "string") return { reason: "other", ...said };
  const reason = REASONS.get(word) ?? "other";
  return { reason, raw: word, ...(WORDS[reason] === word ? {} : { special: true }), ...said };
}

/** Why there is no answer: the prompt was blocked. */
export function blockOf(word: string, message: Json | undefined): FinishReason {
  return { reason: "filter", raw: word, special: true, ...(typeof message === "string" ? { message } : {}) };
}

/** This API's word for why an answer ends. */
export function rawReason({ reason }: FinishReason): string {
  return WORDS[reason];
}

/** What has no word of its own here. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["pause", "other", "stop-sequence"]);

/** https://ai.google.dev/api/generate-content#FinishReason */
const REASONS: ReadonlyMap<string, FinishReasonName> = new Map(
  Object.entries<FinishReasonName>({
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
const WORDS: Readonly<Record<FinishReasonName, string>> = {
  end: "STOP",
  tool: "STOP",
  "stop-sequence": "STOP",
  other: "STOP",
  length: "MAX_TOKENS",
  // The answer is incomplete: no client takes it for a whole one.
  pause: "MAX_TOKENS",
  filter: "SAFETY",
  refusal: "SAFETY",
  malformed: "MALFORMED_FUNCTION_CALL",
};
