import { isObject } from "../../json/value.ts";
import { messageOf } from "../../mapping/nodes/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** The canonical finish reason of a status; the output of an interaction that goes on in the background is not all of it. */
export function finishReasonOf(status: Json | undefined, hasParts: boolean, error?: Json): FinishReason {
  // What a failed step holds is no answer, whatever the status is.
  if (isObject(error)) return failureOf(error);
  if (typeof status !== "string") return { reason: "other" };
  // What a cancelled interaction holds is no answer.
  if (status === "cancelled")
    return { reason: "malformed", raw: status, special: true, message: "the interaction was cancelled" };
  const reason = hasParts && isRunning(status) ? "length" : (REASONS.get(status) ?? "other");
  return { reason, raw: status, ...(RAW_STATUSES[reason] === status || reason === "other" ? {} : { special: true }) };
}

function failureOf(error: JsonObject): FinishReason {
  return { reason: "malformed", raw: String(error.code), special: true, message: messageOf(error.message, error) };
}

/** The error of a step. */
export function errorIn(step: Json): Json | undefined {
  return isObject(step) ? step.error : undefined;
}

/** Whether an interaction with this status goes on in the background. */
function isRunning(status: Json | undefined): boolean {
  return status === "queued" || status === "in_progress";
}

/** Whether an interaction with this status has an output, unless something is wrong with it. */
export function hasOutput(status: Json | undefined): boolean {
  return !isRunning(status) && status !== "cancelled";
}

/** This API's status for a canonical finish reason. */
export function statusOf({ reason }: FinishReason): string {
  return RAW_STATUSES[reason];
}

/** Finish reasons that this API has no status for. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set([
  ...(["stop-sequence", "filter", "refusal", "pause", "malformed", "other"] as const),
]);

/** https://ai.google.dev/api/interactions-api: `InteractionStatus` */
const REASONS: ReadonlyMap<string, FinishReasonName> = new Map(
  Object.entries<FinishReasonName>({
    completed: "end",
    requires_action: "tool",
    incomplete: "length",
    budget_exceeded: "length",
    requires_continuation: "length",
  }),
);

const RAW_STATUSES: Readonly<Record<FinishReasonName, string>> = {
  end: "completed",
  tool: "requires_action",
  "stop-sequence": "completed",
  other: "completed",
  length: "incomplete",
  // The response is incomplete, and clients must not take it for a complete one.
  pause: "incomplete",
  filter: "incomplete",
  refusal: "incomplete",
  malformed: "incomplete",
};
