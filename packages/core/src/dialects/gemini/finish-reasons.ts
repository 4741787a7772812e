import type { Json } from "../../model/json.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";

/** The canonical finish reason of this API's. */
export function finishReasonOf(raw: Json | undefined, message: Json | undefined): FinishReason {
  const details = typeof message === "string" ? { message } : {};
  if (typeof raw !== "string") return { reason: "other", ...details };
  const reason = REASONS.get(raw) ?? "other";
  return { reason, raw, ...(RAW_REASONS[reason] === raw ? {} : { special: true }), ...details };
}

/** The canonical finish reason of a blocked prompt. */
export function blockOf(raw: string, message: Json | undefined): FinishReason {
  return { reason: "filter", raw, special: true, ...(typeof message === "string" ? { message } : {}) };
}

/** This API's value for a canonical finish reason. */
export function rawReason({ reason }: FinishReason): string {
  return RAW_REASONS[reason];
}

/** Finish reasons that this API has no value for. */
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

/** A response with calls ends with STOP too. */
const RAW_REASONS: Readonly<Record<FinishReasonName, string>> = {
  end: "STOP",
  tool: "STOP",
  "stop-sequence": "STOP",
  other: "STOP",
  length: "MAX_TOKENS",
  // The response is incomplete, and clients must not take it for a complete one.
  pause: "MAX_TOKENS",
  filter: "SAFETY",
  refusal: "SAFETY",
  malformed: "MALFORMED_FUNCTION_CALL",
};
