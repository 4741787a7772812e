import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** Why an answer ends, by its status and by what it is incomplete for. */
export function finishReasonOf(status: Json | undefined, incomplete: Json | undefined): FinishReason {
  if (status !== "incomplete") return typeof status === "string" ? { reason: reasonOf(status), raw: status } : OTHER;
  if (typeof incomplete !== "string") return { reason: "other", raw: status };
  return { reason: REASONS.get(incomplete) ?? "other", raw: incomplete };
}

/** Whether a status is one of an answer; a response that runs in the background has none yet. */
export function isEnded(status: Json | undefined): boolean {
  return status !== "queued" && status !== "in_progress" && status !== "cancelled";
}

/** The status of an answer, and what it is incomplete for. */
export function statusOf({ reason }: FinishReason): { status: string; incomplete?: string } {
  const incomplete = WORDS[reason];
  return incomplete === undefined ? { status: "completed" } : { status: "incomplete", incomplete };
}

/** What has no word of its own here. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["pause", "other", "malformed", "stop-sequence"]);

const OTHER: FinishReason = { reason: "other" };

function reasonOf(status: string): FinishReasonName {
  return status === "completed" ? "end" : "other";
}

/** https://developers.openai.com/api/reference: `incomplete_details` */
const REASONS: ReadonlyMap<string, FinishReasonName> = new Map([
  ["max_output_tokens", "length"],
  ["content_filter", "filter"],
]);

const WORDS: Readonly<Partial<Record<FinishReasonName, string>>> = {
  length: "max_output_tokens",
  // The answer is incomplete: no client takes it for a whole one.
  pause: "max_output_tokens",
  filter: "content_filter",
  refusal: "content_filter",
  malformed: "content_filter",
};
