import { factsOf } from "../../facts/index.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { nearestEffort } from "../../mapping/settings/efforts.ts";
import { isThinkingOff } from "../../mapping/settings/thinking.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** What a request says here of how much the model is to think, and whether it shows that. */
export interface GeminiThinking {
  readonly effort?: string | undefined;
  readonly thinkingBudget?: number | undefined;
  readonly includeThoughts?: boolean | undefined;
}

/** How much a model is to think, as this API says it: by a level, or by a budget for models of before; never by both. */
export function thinkingFor(request: CanonicalRequest, report: Report): GeminiThinking {
  const amount = takesBudget(request) ? byBudget(request, report) : byLevel(request, report);
  const { effort, thinkingBudget } = amount;
  return { effort, thinkingBudget, includeThoughts: shown(request, report) };
}

/** A request of this API's own that says how much to think as its model takes it; the same request where it does. */
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
  return factsOf(model).manualThinking === true;
}

function levelsOf(request: CanonicalRequest): readonly string[] {
  return takesBudget(request) ? [] : (factsOf(request.model).efforts ?? LEVELS);
}

function byLevel(request: CanonicalRequest, report: Report): GeminiThinking {
  const { effort, thinkingBudget } = request;
  const levels = levelsOf(request);
  if (isThinkingOff(request)) return { effort: weakened(request, offField(request), report, levelFor("none", levels)) };
  if (effort !== undefined) {
    if (thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
    const level = levelFor(effort, levels);
    return { effort: levels.includes(effort) ? level : weakened(request, "effort", report, level) };
  }
  if (thinkingBudget === undefined || thinkingBudget < 0) return {};
  const wish = thinkingBudget <= LOW_BUDGET ? "low" : thinkingBudget <= MEDIUM_BUDGET ? "medium" : "high";
  return { effort: weakened(request, "thinkingBudget", report, levelFor(wish, levels)) };
}

function levelFor(effort: string, levels: readonly string[]): string | undefined {
  return nearestEffort(effort, levels)?.toUpperCase();
}

function byBudget(request: CanonicalRequest, report: Report): GeminiThinking {
  const { effort, thinkingBudget } = request;
  if (isThinkingOff(request)) return withoutThought(request, report);
  if (effort !== undefined) weakened(request, "effort", report, undefined);
  if (thinkingBudget !== undefined) return { thinkingBudget: givenBudget(thinkingBudget, request, report) };
  const wish = BUDGETS.get(effort ?? "");
  return wish === undefined ? {} : { thinkingBudget: withinBounds(Math.min(wish, spendable(request)), request) };
}

function givenBudget(wish: number, request: CanonicalRequest, report: Report): number {
  const budget = withinBounds(wish, request);
  if (budget !== wish)
    fieldReport(request, "thinkingBudget", report).lose("field", { action: budget < wish ? "truncated" : "weakened" });
  return budget;
}

// What is thought counts as output, of which something should be left to say.
function spendable({ maxTokens = Infinity }: CanonicalRequest): number {
  return maxTokens - 1;
}

// A negative budget leaves it to the model.
function withinBounds(budget: number, { model }: CanonicalRequest): number {
  if (budget < 0) return budget;
  const { smallestBudget = 0, largestBudget = Infinity } = factsOf(model);
  return Math.max(Math.min(budget, largestBudget), smallestBudget);
}

// One family of models cannot be told not to think.
function withoutThought(request: CanonicalRequest, report: Report): GeminiThinking {
  const { alwaysThinks, smallestBudget = 0 } = factsOf(request.model);
  if (alwaysThinks !== true) return { thinkingBudget: 0 };
  return { thinkingBudget: weakened(request, offField(request), report, smallestBudget) };
}

function offField({ effort, thinking }: CanonicalRequest): "effort" | "thinking" | "thinkingBudget" {
  return effort === "none" ? "effort" : thinking === "off" ? "thinking" : "thinkingBudget";
}

function weakened<T>(request: CanonicalRequest, field: string, report: Report, value: T): T {
  fieldReport(request, field, report).lose("field", { action: "weakened" });
  return value;
}

// Where others show thoughts unasked, or show a summary of them, this API has to be asked.
function shown(request: CanonicalRequest, report: Report): boolean | undefined {
  const { includeThoughts, thinking, thinkingDisplay, reasoningSummary } = request;
  for (const field of ["thinking", "thinkingDisplay", "reasoningSummary"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("visible-reasoning");
  if (includeThoughts !== undefined) return includeThoughts;
  if (reasoningSummary !== undefined) return reasoningSummary !== "none";
  if (thinking === undefined || thinking === "off") return undefined;
  return thinkingDisplay !== "omitted";
}

const LEVELS: readonly string[] = ["minimal", "low", "medium", "high"];

/** What the vendor itself takes for each effort where it is asked in the words of others: https://ai.google.dev/gemini-api/docs/thinking */
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

/** Up to which budgets the levels are the nearest. */
const LOW_BUDGET = 4096;
const MEDIUM_BUDGET = 16_384;
