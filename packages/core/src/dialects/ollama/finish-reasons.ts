import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** The canonical finish reason of `done_reason`, which earlier versions of Ollama do not send. */
export function finishReasonOf(raw: Json | undefined): FinishReason {
  if (typeof raw !== "string") return { reason: "end" };
  const reason = REASONS[raw] ?? "other";
  return { reason, raw, ...(rawReason({ reason }) === raw ? {} : { special: true }) };
}

/** The `done_reason` of a canonical finish reason: `stop` or `length`. */
export function rawReason({ reason }: FinishReason): string {
  return reason === "length" || reason === "pause" ? "length" : "stop";
}

/** A response with calls ends with `stop` too: https://docs.ollama.com/capabilities/tool-calling */
const REASONS: Readonly<Record<string, FinishReasonName>> = lookupTable({
  stop: "end",
  length: "length",
  load: "end",
  unload: "end",
});

/** Finish reasons that this API has no value for. */
export const UNSUPPORTED: ReadonlySet<FinishReasonName> = new Set([
  ...(["filter", "refusal", "pause", "malformed", "other", "stop-sequence"] as const),
]);
