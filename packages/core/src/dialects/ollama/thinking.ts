import { fieldReport, loseField } from "../../mapping/node.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** Reads `think`: a flag or a level. */
export function thinkingOf(think: Json | undefined): Pick<CanonicalRequest, "thinking" | "effort"> {
  if (typeof think === "string") return { effort: think };
  if (think === undefined) return {};
  return think === true ? { thinking: "on" } : { effort: "none" };
}

/** Writes `think` as it was read. */
export function thinkLevel({ thinking, effort }: CanonicalRequest): Json | undefined {
  if (effort !== undefined) return effort === "none" ? false : effort;
  return thinking === undefined ? undefined : thinking === "on";
}

/**
 * The value of `think` for a model. Models that can reason do so by default, and those that cannot refuse `think`: it is left
 * out if the source leaves it to the model.
 */
export function thinkFor(request: CanonicalRequest, report: Report): Json | undefined {
  for (const field of ["reasoningSummary", "includeThoughts"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("default-field");
  const { effort, thinking, thinkingBudget } = request;
  if (effort === "none" || thinking === "off" || thinkingBudget === 0) return false;
  if (thinkingBudget !== undefined) loseBudget(request, report);
  if (thinking === "between-tools") loseField(request, "thinking", report, { action: "weakened" });
  if (effort !== undefined) return thinkLevelOf(effort, request, report);
  if (thinking === "adaptive") fieldReport(request, "thinking", report).change("default-field");
  return thinking === "on" || thinking === "between-tools" ? true : undefined;
}

/** The levels of `think`: https://docs.ollama.com/capabilities/thinking */
export const THINK_LEVELS: ReadonlySet<Json> = new Set<Json>(["low", "medium", "high", "max"]);

/** The nearest level to the efforts that `think` does not have. */
const NEAREST: Readonly<Record<string, string>> = lookupTable({ minimal: "low", xhigh: "max" });

function loseBudget(request: CanonicalRequest, report: Report): void {
  loseField(request, "thinkingBudget", report);
  if (request.thinking !== undefined) fieldReport(request, "thinking", report).change("thinking-without-budget");
}

function thinkLevelOf(effort: string, request: CanonicalRequest, report: Report): string | undefined {
  if (THINK_LEVELS.has(effort)) return effort;
  const nearest = NEAREST[effort];
  loseField(request, "effort", report, nearest === undefined ? {} : { action: "weakened" });
  return nearest;
}
