import { factsOf } from "../../facts/index.ts";
import type { CanonicalField } from "../../loss-levels.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { nearestEffort, withSupportedEffort } from "../../mapping/settings/efforts.ts";
import { isThinkingOff } from "../../mapping/settings/thinking.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** The reasoning settings of this API. */
export interface InteractionsThinking {
  readonly effort?: string | undefined;
  readonly reasoningSummary?: string | undefined;
}

/** The reasoning settings for a model: a level, and whether summaries are shown. */
export function thinkingFor(request: CanonicalRequest, report: Report): InteractionsThinking {
  return { effort: levelFor(request, report), reasoningSummary: summariesFor(request, report) };
}

/** Adapts the level of a native request to its model; the same request if nothing has to change. */
export function nativeThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  return withSupportedEffort(request, levelsOf(request), report);
}

function levelsOf({ model }: CanonicalRequest): readonly string[] {
  return factsOf(model).efforts ?? LEVELS;
}

function levelFor(request: CanonicalRequest, report: Report): string | undefined {
  const { effort, thinkingBudget } = request;
  const levels = levelsOf(request);
  if (isThinkingOff(request)) return weakened(request, offField(request), report, nearestEffort("none", levels));
  if (effort !== undefined) {
    if (thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
    return levels.includes(effort) ? effort : weakened(request, "effort", report, nearestEffort(effort, levels));
  }
  if (thinkingBudget === undefined || thinkingBudget < 0) return undefined;
  const wanted = thinkingBudget <= LOW_BUDGET ? "low" : thinkingBudget <= MEDIUM_BUDGET ? "medium" : "high";
  return weakened(request, "thinkingBudget", report, nearestEffort(wanted, levels));
}

function offField({ effort, thinking }: CanonicalRequest): "effort" | "thinking" | "thinkingBudget" {
  return effort === "none" ? "effort" : thinking === "off" ? "thinking" : "thinkingBudget";
}

function weakened<T>(request: CanonicalRequest, field: CanonicalField, report: Report, value: T): T {
  loseField(request, field, report, { action: "weakened" });
  return value;
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

const LEVELS: readonly string[] = ["minimal", "low", "medium", "high"];

/** Up to which budget each level is the nearest. */
const LOW_BUDGET = 4096;
const MEDIUM_BUDGET = 16_384;
