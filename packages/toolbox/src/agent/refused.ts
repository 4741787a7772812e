import type { ErrorCode, ToolOutcome } from "../tool.ts";

/** The outcome of a call that was not run. */
export function refused(code: ErrorCode, error: string): ToolOutcome {
  return { success: false, code, error, durationMs: 0 };
}

/** The outcome of a call that was interrupted. */
export function cancelled(): ToolOutcome {
  return refused("CANCELLED", "the user interrupted the conversation before this call had ended");
}
