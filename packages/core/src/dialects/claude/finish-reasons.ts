import type { Candidate, FinishReason } from "../../model/response.ts";

/** A candidate for another API with Claude, which has its finish reason as it is. */
export function withClaudeReason(candidate: Candidate): Candidate {
  if (claudeReason(candidate.finishReason) === undefined) return candidate;
  const { special: _, ...finishReason } = candidate.finishReason;
  return { ...candidate, finishReason };
}

/** The value that every API with Claude has for a finish reason, and no other API. */
export function claudeReason({ reason, raw }: FinishReason): string | undefined {
  return reason === "length" && raw === CONTEXT_IS_FULL ? raw : undefined;
}

const CONTEXT_IS_FULL = "model_context_window_exceeded";
