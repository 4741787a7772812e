import { relevantFacts } from "../../facts/relevant.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { nearestEffort } from "../../mapping/settings/efforts.ts";
import { isThinkingOff, offField } from "../../mapping/settings/thinking.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { LEVELS, levelOfBudget, weakened } from "../google/thinking-levels.ts";

/** The reasoning settings of this API. */
export interface GeminiThinking {
  readonly effort?: string | undefined;
  readonly thinkingBudget?: number | undefined;
  readonly includeThoughts?: boolean | undefined;
}

/** The reasoning settings for a model: a level, or a budget for older models; never both. */
export function thinkingFor(request: CanonicalRequest, report: Report): GeminiThinking {
  if (request.thinking === "between-tools") loseField(request, "thinking", report, { action: "weakened" });
  const amount = takesBudget(request) ? byBudget(request, report) : byLevel(request, report);
  const { effort, thinkingBudget } = amount;
  return { effort, thinkingBudget, includeThoughts: shown(request, report) };
}

/** Adapts the reasoning settings of a native request to its model; the same request if nothing has to change. */
export function nativeThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { effort, thinkingBudget } = request;
  if (effort !== undefined && !levelsOf(request).includes(effort)) {
    const { effort: level, thinkingBudget: budget } = thinkingFor(request, report);
    return copyRequest(request, { effort: level?.toLowerCase(), thinkingBudget: budget });
  }
  if (thinkingBudget === undefined || !takesBudget(request)) return request;
  const { thinkingBudget: budget } = byBudget(request, report);
  return budget === thinkingBudget ? request : copyRequest(request, { thinkingBudget: budget });
}

function takesBudget({ model }: CanonicalRequest): boolean {
  return relevantFacts(model).manualThinking === true;
}

function levelsOf(request: CanonicalRequest): readonly string[] {
  return takesBudget(request) ? [] : (relevantFacts(request.model).efforts ?? LEVELS);
}

function byLevel(request: CanonicalRequest, report: Report): GeminiThinking {
  const { effort, thinkingBudget } = request;
  const levels = levelsOf(request);
  if (isThinkingOff(request)) return { effort: weakened(request, offField(request), levelFor("none", levels), report) };
  if (effort !== undefined) {
    if (thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
    const level = levelFor(effort, levels);
    return { effort: levels.includes(effort) ? level : weakened(request, "effort", level, report) };
  }
  if (thinkingBudget === undefined || thinkingBudget < 0) return {};
  const level = levelFor(levelOfBudget(thinkingBudget), levels);
  return { effort: weakened(request, "thinkingBudget", level, report) };
}

function levelFor(effort: string, levels: readonly string[]): string | undefined {
  return nearestEffort(effort, levels)?.toUpperCase();
}

function byBudget(request: CanonicalRequest, report: Report): GeminiThinking {
  const { effort, thinkingBudget } = request;
  if (isThinkingOff(request)) return withoutReasoning(request, report);
  if (effort !== undefined) loseField(request, "effort", report, { action: "weakened" });
  if (thinkingBudget !== undefined) return { thinkingBudget: givenBudget(thinkingBudget, request, report) };
  const wanted = BUDGETS.get(effort ?? "");
  return wanted === undefined ? {} : { thinkingBudget: withinBounds(Math.min(wanted, spendable(request)), request) };
}

function givenBudget(wanted: number, request: CanonicalRequest, report: Report): number {
  const budget = withinBounds(wanted, request);
  if (budget !== wanted)
    loseField(request, "thinkingBudget", report, { action: budget < wanted ? "truncated" : "weakened" });
  return budget;
}

// Reasoning counts towards `maxOutputTokens`, so the budget stays below it.
function spendable({ maxTokens = Infinity }: CanonicalRequest): number {
  return maxTokens - 1;
}

// A negative budget leaves the amount to the model.
function withinBounds(budget: number, { model }: CanonicalRequest): number {
  if (budget < 0) return budget;
  const { smallestBudget = 0, largestBudget = Infinity } = relevantFacts(model);
  return Math.max(Math.min(budget, largestBudget), smallestBudget);
}

// Models that cannot switch reasoning off get the smallest budget.
function withoutReasoning(request: CanonicalRequest, report: Report): GeminiThinking {
  const { alwaysThinks, smallestBudget = 0 } = relevantFacts(request.model);
  if (alwaysThinks !== true) return { thinkingBudget: 0 };
  return { thinkingBudget: weakened(request, offField(request), smallestBudget, report) };
}

// Anthropic and OpenAI show reasoning by default or on request; here `includeThoughts` asks for it.
function shown(request: CanonicalRequest, report: Report): boolean | undefined {
  const { includeThoughts, thinking, thinkingDisplay, reasoningSummary } = request;
  for (const field of ["thinking", "thinkingDisplay", "reasoningSummary"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("visible-reasoning");
  if (includeThoughts !== undefined) return includeThoughts;
  if (reasoningSummary !== undefined) return reasoningSummary !== "none";
  if (thinking === undefined || thinking === "off") return undefined;
  return thinkingDisplay !== "omitted";
}

/** The budgets that Google's OpenAI endpoint uses for each effort: https://ai.google.dev/gemini-api/docs/thinking */
const BUDGETS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    minimal: 1024,
    low: 1024,
    medium: 8192,
    high: 24_576,
    xhigh: 24_576,
    max: 24_576,
  }),
);
