import type { ErrorCode, ToolOutcome } from "../tool.ts";

/** An outcome that says why a call was not run. */
export function refused(code: ErrorCode, error: string): ToolOutcome {
  return { success: false, code, error, durationMs: 0 };
}

/** What is said of a call that nobody waits for any more. */
export function cancelled(): ToolOutcome {
  return refused("CANCELLED", "the user interrupted the conversation before this call had ended");
}
