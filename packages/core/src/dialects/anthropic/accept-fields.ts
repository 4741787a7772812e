import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { NameTable, ProblemCollector } from "../../schema/accept.ts";

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools */
export const NAME: NameTable = {
  pattern: /^[a-zA-Z0-9_-]+$/,
  maximum: 128,
  // The API takes 128, its documentation still says 64.
  portable: 64,
  message: "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'; rename it.",
};

/** Checks `allowed_callers`. */
export function checkCallers(tool: JsonObject, place: Place, problems: ProblemCollector): void {
  for (const [index, caller] of (isArray(tool.allowed_callers) ? tool.allowed_callers : []).entries()) {
    if (CALLERS.has(caller)) continue;
    const message = "The caller is unknown; use 'direct' or a version of code execution.";
    problems.error(place.at("allowed_callers").at(index), "unknown-caller", message);
  }
}

const CALLERS: ReadonlySet<Json> = new Set([
  ...["direct", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"],
]);
