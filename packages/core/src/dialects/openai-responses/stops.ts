import type { Json } from "../../model/json.ts";
import type { Stop, StopReason } from "../../model/response.ts";

/** Why an answer ends, by its status and by what it is incomplete for. */
export function stopOf(status: Json | undefined, incomplete: Json | undefined): Stop {
  if (status !== "incomplete") return typeof status === "string" ? { reason: reasonOf(status), word: status } : OTHER;
  if (typeof incomplete !== "string") return { reason: "other", word: status };
  return { reason: REASONS.get(incomplete) ?? "other", word: incomplete };
}

/** Whether a status is one of an answer; a response that runs in the background has none yet. */
export function isEnded(status: Json | undefined): boolean {
  return status !== "queued" && status !== "in_progress" && status !== "cancelled";
}

/** The status of an answer, and what it is incomplete for. */
export function statusOf({ reason }: Stop): { status: string; incomplete?: string } {
  const incomplete = WORDS[reason];
  return incomplete === undefined ? { status: "completed" } : { status: "incomplete", incomplete };
}

/** What has no word of its own here. */
export const UNSAID: ReadonlySet<StopReason> = new Set(["pause", "other", "malformed", "stop-sequence"]);

const OTHER: Stop = { reason: "other" };

function reasonOf(status: string): StopReason {
  return status === "completed" ? "end" : "other";
}

/** https://developers.openai.com/api/reference: `incomplete_details` */
const REASONS: ReadonlyMap<string, StopReason> = new Map([
  ["max_output_tokens", "length"],
  ["content_filter", "filter"],
]);

const WORDS: Readonly<Partial<Record<StopReason, string>>> = {
  length: "max_output_tokens",
  filter: "content_filter",
  refusal: "content_filter",
  malformed: "content_filter",
};
