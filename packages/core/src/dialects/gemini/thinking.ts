import { modelFact } from "../../content/models.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldOf, loseField } from "../forms/node.ts";
import { profile } from "./profile.ts";

/** What a request says here of how much the model is to think, and whether it shows that. */
export interface Thinking {
  readonly effort?: string | undefined;
  readonly thinkingBudget?: number | undefined;
  readonly includeThoughts?: boolean | undefined;
}

/** How much a model is to think, as this API says it: by a level, or by a budget for models of before; never by both. */
export function thinkingFor(request: Request, report: Report): Thinking {
  const budgets = modelFact(request.model, "thinkingBudget", profile.conversation) === true;
  const amount = budgets ? byBudget(request, report) : byLevel(request, report);
  const { effort, thinkingBudget } = amount;
  return { effort, thinkingBudget, includeThoughts: shown(request, report) };
}

function byLevel(request: Request, report: Report): Thinking {
  const { effort, thinkingBudget } = request;
  if (isOff(request)) return { effort: weakened(request, offField(request), report, "MINIMAL") };
  if (effort !== undefined) {
    if (thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
    const level = LEVELS.get(effort);
    if (level?.toLowerCase() === effort) return { effort: level };
    return { effort: weakened(request, "effort", report, level) };
  }
  if (thinkingBudget === undefined || thinkingBudget < 0) return {};
  const level = thinkingBudget <= LOW_BUDGET ? "LOW" : thinkingBudget <= MEDIUM_BUDGET ? "MEDIUM" : "HIGH";
  return { effort: weakened(request, "thinkingBudget", report, level) };
}

function byBudget(request: Request, report: Report): Thinking {
  const { effort, thinkingBudget } = request;
  if (isOff(request)) return withoutThought(request, report);
  if (effort !== undefined) weakened(request, "effort", report, undefined);
  if (thinkingBudget !== undefined) return { thinkingBudget: givenBudget(thinkingBudget, request, report) };
  const wish = BUDGETS.get(effort ?? "");
  return wish === undefined ? {} : { thinkingBudget: withinBounds(Math.min(wish, spendable(request)), request) };
}

function givenBudget(wish: number, request: Request, report: Report): number {
  const budget = withinBounds(wish, request);
  if (budget !== wish)
    fieldOf(request, "thinkingBudget", report).lose("field", { action: budget < wish ? "truncated" : "weakened" });
  return budget;
}

// What is thought counts as output, of which something should be left to say.
function spendable({ maxTokens = Infinity }: Request): number {
  return maxTokens - 1;
}

// A negative budget leaves it to the model.
function withinBounds(budget: number, { model }: Request): number {
  if (budget < 0) return budget;
  const [smallest, largest] = [
    budgetFact(model, "smallestBudget") ?? 0,
    budgetFact(model, "largestBudget") ?? Infinity,
  ];
  return Math.max(Math.min(budget, largest), smallest);
}

function budgetFact(model: string | undefined, name: string): number | undefined {
  const fact = modelFact(model, name, profile.conversation);
  return typeof fact === "number" ? fact : undefined;
}

// One family of models cannot be told not to think.
function withoutThought(request: Request, report: Report): Thinking {
  if (modelFact(request.model, "thinksAlways", profile.conversation) !== true) return { thinkingBudget: 0 };
  const smallest = budgetFact(request.model, "smallestBudget") ?? 0;
  return { thinkingBudget: weakened(request, offField(request), report, smallest) };
}

function isOff({ effort, thinking, thinkingBudget }: Request): boolean {
  return effort === "none" || thinking === "off" || thinkingBudget === 0;
}

function offField({ effort, thinking }: Request): "effort" | "thinking" | "thinkingBudget" {
  return effort === "none" ? "effort" : thinking === "off" ? "thinking" : "thinkingBudget";
}

function weakened<T>(request: Request, field: string, report: Report, value: T): T {
  fieldOf(request, field, report).lose("field", { action: "weakened" });
  return value;
}

// Where others show thoughts unasked, or show a summary of them, this API has to be asked.
function shown(request: Request, report: Report): boolean | undefined {
  const { includeThoughts, thinking, thinkingDisplay, reasoningSummary } = request;
  for (const field of ["thinking", "thinkingDisplay", "reasoningSummary"] as const)
    if (request[field] !== undefined) fieldOf(request, field, report).change("shown-thoughts");
  if (includeThoughts !== undefined) return includeThoughts;
  if (reasoningSummary !== undefined) return reasoningSummary !== "none";
  if (thinking === undefined || thinking === "off") return undefined;
  return thinkingDisplay !== "omitted";
}

const LEVELS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    minimal: "MINIMAL",
    low: "LOW",
    medium: "MEDIUM",
    high: "HIGH",
    xhigh: "HIGH",
    max: "HIGH",
  }),
);

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
