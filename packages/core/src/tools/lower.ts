import type { Ledger } from "../ledger.ts";
import type { Eventually } from "../model/steps.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { after, mapInSteps } from "../steps.ts";
import { toolPlace } from "../tool-place.ts";
import { adoptHostedTool } from "./adopt.ts";
import { clientToolsAsFunctions } from "./client-tools.ts";
import { withoutSearch, withoutUselessDeferral } from "./deferral.ts";
import { refuseExpansion } from "./expansion.ts";
import { type LoweredTool, lowerTool } from "./lower-one.ts";
import { type NamedTool, nameTools } from "./names.ts";
import { inDefaultLayout, withoutNulls } from "./normalize.ts";
import { planFor } from "./plan.ts";
import { reportFor, type ToolTarget } from "./target.ts";

/** Lowers the schemas of canonical tools by a profile. */
export function lowerTools(
  tools: readonly ToolFields[],
  target: ToolTarget,
  ledger: Ledger,
): Eventually<LoweredTool[]> {
  const { dialect, profile } = target;
  const report = reportFor(target, ledger);
  const plan = planFor(target);
  const adopted = callable(tools, target, report);
  const normalized =
    profile === "passthrough"
      ? adopted
      : adopted.map((tool) => withoutNulls(inDefaultLayout(tool, dialect, report), dialect, report));
  const lowerOne = ({ tool, name }: NamedTool) =>
    report.attemptInSteps(
      () => lowerTool(tool, name, { target, plan }, report),
      () => ({ place: toolPlace(tool), name: tool.name }),
    );
  return after(refuseExpansion(normalized, target, report), () => {
    const named = keepsNames(adopted, target) ? normalized.map(asNamed) : nameTools(normalized, dialect, report);
    return after(mapInSteps(named, lowerOne, ledger.budget), (lowered) => lowered.filter((tool) => tool !== undefined));
  });
}

// Tools that the target lacks are replaced by what it has.
function callable(tools: readonly ToolFields[], target: ToolTarget, report: Report): readonly ToolFields[] {
  const adopted = tools.map((tool) => adoptHostedTool(tool, target));
  const functions = clientToolsAsFunctions(withoutSearch(adopted, target, report), target, report);
  return withoutUselessDeferral(functions, target, report);
}

function keepsNames(tools: readonly ToolFields[], { dialect, profile, keepNames }: ToolTarget): boolean {
  return (
    keepNames === true || (profile === "passthrough" && tools.every((tool) => tool.origin?.dialect === dialect.id))
  );
}

function asNamed(tool: ToolFields): NamedTool {
  return { tool, name: tool.name };
}
