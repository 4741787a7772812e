import type { Ledger, Mark } from "../ledger.ts";
import type { Eventually } from "../model/steps.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { after, mapInSteps, recover } from "../steps.ts";
import { toolPlace } from "../tool-place.ts";
import { adoptHostedTool } from "./adopt.ts";
import { clientToolsAsFunctions } from "./client-tools.ts";
import { withoutSearch, withoutUselessDeferral } from "./deferral.ts";
import { refuseExpansion } from "./expansion.ts";
import { type LoweredTool, lowerTool, type PlannedTarget } from "./lower-one.ts";
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
  const planned = { target, plan: planFor(target) };
  const adopted = callable(tools, target, report);
  const normalized =
    profile === "passthrough"
      ? adopted
      : adopted.map((tool) => withoutNulls(inDefaultLayout(tool, dialect, report), dialect, report));
  const lowerOne = (named: NamedTool) => recover(lowerNamed, leaveOut, { named, planned, report, mark: ledger.mark() });
  return after(refuseExpansion(normalized, target, report), () => {
    const named = keepsNames(adopted, target) ? normalized.map(asNamed) : nameTools(normalized, dialect, report);
    return after(mapInSteps(named, lowerOne, ledger.budget), (lowered) => lowered.filter((tool) => tool !== undefined));
  });
}

/** One of the tools that are lowered, and what was reported before it. */
interface OneTool {
  readonly named: NamedTool;
  readonly planned: PlannedTarget;
  readonly report: Report;
  readonly mark: Mark;
}

function lowerNamed({ named: { tool, name }, planned, report }: OneTool): Eventually<LoweredTool | undefined> {
  return lowerTool(tool, name, planned, report);
}

function leaveOut(error: unknown, { named: { tool }, report, mark }: OneTool): undefined {
  return report.leaveOut(error, { place: toolPlace(tool), name: tool.name }, mark);
}

// Tools that the target lacks are replaced by what it has.
function callable(tools: readonly ToolFields[], target: ToolTarget, report: Report): readonly ToolFields[] {
  return withoutUselessDeferral(tools.some(isHosted) ? ownTools(tools, target, report) : tools, target, report);
}

function isHosted({ type }: ToolFields): boolean {
  return type === "hosted";
}

function ownTools(tools: readonly ToolFields[], target: ToolTarget, report: Report): readonly ToolFields[] {
  const adopted = tools.map((tool) => adoptHostedTool(tool, target));
  return clientToolsAsFunctions(withoutSearch(adopted, target, report), target, report);
}

function keepsNames(tools: readonly ToolFields[], { dialect, profile, keepNames }: ToolTarget): boolean {
  return (
    keepNames === true || (profile === "passthrough" && tools.every((tool) => tool.origin?.dialect === dialect.id))
  );
}

function asNamed(tool: ToolFields): NamedTool {
  return { tool, name: tool.name };
}
