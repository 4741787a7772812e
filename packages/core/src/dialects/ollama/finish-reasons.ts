import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** Why an answer ends, by this API's word for it; older servers have none. */
export function finishReasonOf(word: Json | undefined): FinishReason {
  if (typeof word !== "string") return { reason: "end" };
  const reason = REASONS[word] ?? "other";
  return { reason, raw: word, ...(rawReason({ reason }) === word ? {} : { special: true }) };
}

/** This API's word for why an answer ends: it knows no more than that the model was done, or was stopped. */
export function rawReason({ reason }: FinishReason): string {
  return reason === "length" || reason === "pause" ? "length" : "stop";
}

/** An answer with calls ends with `stop` as well: https://docs.ollama.com/capabilities/tool-calling */
const REASONS: Readonly<Record<string, FinishReasonName>> = {
  stop: "end",
  length: "length",
  load: "end",
  unload: "end",
};

/** What has no word of its own here. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set([
  ...(["filter", "refusal", "pause", "malformed", "other", "stop-sequence"] as const),
]);
