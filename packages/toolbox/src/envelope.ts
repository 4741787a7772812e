import type { JsonObject } from "@toolglot/core";
import type { ToolOutcome } from "./tool.ts";

/**
 * The JSON envelope of an outcome for the model: the result, or the error with its code.
 *
 * @example
 * envelope({ success: true, result: "noon", durationMs: 5 }); // { tool_success: true, result: "noon" }
 */
export function envelope(outcome: ToolOutcome): JsonObject {
  if (outcome.success) return { tool_success: true, result: outcome.result };
  return { tool_success: false, error: outcome.error, error_code: outcome.code };
}
