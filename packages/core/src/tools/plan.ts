import type { Dialect } from "../model/dialect.ts";
import type { ToolFields } from "../model/tool.ts";
import { profileFor } from "../schema/profiles/index.ts";
import type { LowerFunction } from "../schema/profiles/lower-function.ts";
import type { ToolTarget } from "./target.ts";

/** How the functions for a target are lowered; a tool of the target's own dialect keeps its schema field. */
export function planFor({ dialect, profile, variant: requested }: ToolTarget): LowerFunction {
  const plans = new Map<string | undefined, LowerFunction>();
  return (tool, report) => {
    const variant = requested ?? variantOf(tool, dialect);
    const known = plans.get(variant);
    if (known !== undefined) return known(tool, report);
    const plan = profileFor(profile, report)({ profile: dialect.profile, variant });
    plans.set(variant, plan);
    return plan(tool, report);
  };
}

function variantOf(tool: ToolFields, dialect: Dialect): string | undefined {
  if (tool.origin?.dialect !== dialect.id) return undefined;
  const field = tool.origin.fields.inputSchema?.slice(1);
  return field !== undefined && dialect.profile.variants?.[field] !== undefined ? field : undefined;
}
