import { relevantFacts } from "../../facts/relevant.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { nearestEffort, withSupportedEffort } from "../../mapping/settings/efforts.ts";
import { isThinkingOff, offField } from "../../mapping/settings/thinking.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { LEVELS, levelOfBudget, weakened } from "../google/thinking-levels.ts";

/** The reasoning settings of this API. */
export interface InteractionsThinking {
  readonly effort?: string | undefined;
  readonly reasoningSummary?: string | undefined;
}

/** The reasoning settings for a model: a level, and whether summaries are shown. */
export function thinkingFor(request: CanonicalRequest, report: Report): InteractionsThinking {
  if (request.thinking === "between-tools") loseField(request, "thinking", report, { action: "weakened" });
  return { effort: levelFor(request, report), reasoningSummary: summariesFor(request, report) };
}

/** Adapts the level of a native request to its model; the same request if nothing has to change. */
export function nativeThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  return withSupportedEffort(request, levelsOf(request), report);
}

function levelsOf({ model }: CanonicalRequest): readonly string[] {
  return relevantFacts(model).efforts ?? LEVELS;
}

function levelFor(request: CanonicalRequest, report: Report): string | undefined {
  const { effort, thinkingBudget } = request;
  const levels = levelsOf(request);
  if (isThinkingOff(request)) return weakened(request, offField(request), nearestEffort("none", levels), report);
  if (effort !== undefined) {
    if (thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
    return levels.includes(effort) ? effort : weakened(request, "effort", nearestEffort(effort, levels), report);
  }
  if (thinkingBudget === undefined || thinkingBudget < 0) return undefined;
  return weakened(request, "thinkingBudget", nearestEffort(levelOfBudget(thinkingBudget), levels), report);
}

// Anthropic and OpenAI show reasoning by default or on request; here `thinking_summaries` asks for it.
function summariesFor(request: CanonicalRequest, report: Report): string | undefined {
  const { includeThoughts, thinking, thinkingDisplay, reasoningSummary } = request;
  for (const field of ["thinking", "thinkingDisplay", "includeThoughts"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("visible-reasoning");
  if (reasoningSummary !== undefined) return summaryFor(reasoningSummary, request, report);
  if (includeThoughts !== undefined) return includeThoughts ? "auto" : "none";
  if (thinking === undefined || thinking === "off") return undefined;
  return thinkingDisplay === "omitted" ? "none" : "auto";
}

function summaryFor(wanted: string, request: CanonicalRequest, report: Report): string {
  if (wanted === "auto" || wanted === "none") return wanted;
  fieldReport(request, "reasoningSummary", report).change("visible-reasoning");
  return "auto";
}
