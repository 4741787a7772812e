import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** The canonical finish reason of a status and the reason in `incomplete_details`. */
export function finishReasonOf(status: Json | undefined, incomplete: Json | undefined): FinishReason {
  // What a cancelled response holds is no answer.
  if (status === "cancelled")
    return { reason: "malformed", raw: status, special: true, message: "the response was cancelled" };
  if (status !== "incomplete") return typeof status === "string" ? { reason: reasonOf(status), raw: status } : OTHER;
  const raw = typeof incomplete === "string" ? incomplete : status;
  // Whatever has stopped it, an incomplete response must not look like a complete one.
  return raw === "content_filter"
    ? { reason: "filter", raw }
    : { reason: "length", raw, ...(raw === "max_output_tokens" ? {} : { special: true }) };
}

/** Whether a response with this status goes on in the background. */
export function isRunning(status: Json | undefined): boolean {
  return status === "queued" || status === "in_progress";
}

/** Whether a response with this status has an output, unless something is wrong with it. */
export function hasOutput(status: Json | undefined): boolean {
  return !isRunning(status) && status !== "cancelled";
}

/** Whether a response has failed, even if it is called complete. */
export function hasFailed({ status, error }: JsonObject): boolean {
  return status === "failed" || isObject(error);
}

/** The status and `incomplete_details` of a canonical finish reason. */
export function statusOf({ reason }: FinishReason): { status: string; incomplete?: string } {
  const incomplete = RAW_REASONS[reason];
  return incomplete === undefined ? { status: "completed" } : { status: "incomplete", incomplete };
}

/** Finish reasons that this API has no value for. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set(["pause", "other", "malformed", "stop-sequence"]);

const OTHER: FinishReason = { reason: "other" };

function reasonOf(status: string): FinishReasonName {
  return status === "completed" ? "end" : "other";
}

/** https://developers.openai.com/api/reference: `incomplete_details` */
const RAW_REASONS: Readonly<Partial<Record<FinishReasonName, string>>> = {
  length: "max_output_tokens",
  // The response is incomplete, and clients must not take it for a complete one.
  pause: "max_output_tokens",
  filter: "content_filter",
  refusal: "content_filter",
  malformed: "content_filter",
};
