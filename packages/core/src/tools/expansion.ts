import { isObject } from "../json/value.ts";
import type { JsonObject } from "../model/json.ts";
import type { ProfileName } from "../model/profile.ts";
import type { Eventually } from "../model/steps.ts";
import type { FunctionFields, ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { nativeSchema } from "../schema/profiles/lower-function.ts";
import type { SchemaRewriter } from "../schema/schema-rewriter.ts";
import { mapInSteps, pauseAfter } from "../steps.ts";
import { toolPlace } from "../tool-place.ts";
import type { ToolTarget } from "./target.ts";

/**
 * Refuses tools whose references would expand to more than the budget allows: references to each other can make a small
 * request very large, which is counted before anything is written.
 */
export function refuseExpansion(tools: readonly ToolFields[], target: ToolTarget, report: Report): Eventually<unknown> {
  const { profile, dialect } = target;
  const { refs, rewriter } = nativeSchema({ profile: dialect.profile, variant: undefined });
  if (!INLINING.has(profile) || refs === "keep" || rewriter === undefined) return;
  const expanding = tools.filter(hasDefinitions);
  if (expanding.length === 0) return;
  const { budget } = report.ledger;
  let expected = 0;
  const expandOne = (tool: ToolWithDefinitions) => {
    const least = (rewriter as SchemaRewriter<Report>).leastExpansion(tool.inputSchema);
    expected += least;
    report.on(toolPlace(tool)).bounded(() => budget.expect(expected), tool.name);
    return pauseAfter(least, budget);
  };
  return mapInSteps(expanding, expandOne, budget);
}

type ToolWithDefinitions = FunctionFields & { readonly inputSchema: JsonObject };

function hasDefinitions(tool: ToolFields): tool is ToolWithDefinitions {
  return tool.type === "function" && isObject(tool.inputSchema) && tool.inputSchema.$defs !== undefined;
}

/** The profiles that lower every schema for a target without its strict mode. */
const INLINING: ReadonlySet<ProfileName> = new Set(["native"]);
