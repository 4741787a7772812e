import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldOf, loseField } from "./node.ts";

/** The efforts that there are, from the least to the most. */
export const EFFORTS: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The effort for a model that knows `efforts` alone, whatever the source says by how much it is to think. */
export function effortFor(request: Request, efforts: readonly string[], report: Report): { readonly effort?: string } {
  const { effort, thinking, thinkingBudget } = request;
  if (thinking !== undefined) tellThinking(request, report);
  if (effort === undefined && thinkingBudget !== undefined) tellBudget(request, report);
  if (effort !== undefined && thinkingBudget !== undefined) loseField(request, "thinkingBudget", report);
  const wish = isOff(request)
    ? "none"
    : (effort ?? (thinkingBudget === undefined ? undefined : byBudget(thinkingBudget)));
  const word = wish === undefined ? undefined : nearest(wish, efforts);
  const field = effort === undefined ? (thinking === "off" ? "thinking" : "thinkingBudget") : "effort";
  if (word !== wish) fieldOf(request, field, report).lose("model", { action: "weakened", detail: word ?? null });
  return word === undefined ? {} : { effort: word };
}

/** The fields that say how much a model is to think, and whether it tells what it thought. */
export const THINKING_FIELDS = [
  "effort",
  "thinking",
  "thinkingBudget",
  "thinkingDisplay",
  "includeThoughts",
  "reasoningSummary",
] as const;

/** Tells what is said of thoughts to a model that has none; it need not be told not to think. */
export function tellThoughtless(request: Request, report: Report): void {
  const off = isOff(request);
  for (const field of THINKING_FIELDS) {
    if (request[field] === undefined) continue;
    if (off) fieldOf(request, field, report).change("default-field");
    else fieldOf(request, field, report).lose("model", { detail: request.model ?? null });
  }
}

function isOff({ effort, thinking, thinkingBudget }: Request): boolean {
  return effort === "none" || thinking === "off" || thinkingBudget === 0;
}

// To think, as far as it helps, is what these models do by themselves.
function tellThinking(request: Request, report: Report): void {
  if (request.thinking === "between-tools") loseField(request, "thinking", report);
  else fieldOf(request, "thinking", report).change("default-field");
}

function tellBudget(request: Request, report: Report): void {
  if (request.thinkingBudget !== 0) fieldOf(request, "thinkingBudget", report).lose("field", { action: "weakened" });
}

/** The budgets up to which an effort is meant. */
const BUDGETS: readonly (readonly [effort: string, tokens: number])[] = [
  ["low", 4096],
  ["medium", 12_288],
];

// A negative budget leaves it to the model.
function byBudget(tokens: number): string | undefined {
  if (tokens < 0) return undefined;
  return BUDGETS.find(([, most]) => tokens <= most)?.[0] ?? "high";
}

function nearest(wish: string, efforts: readonly string[]): string | undefined {
  if (efforts.includes(wish)) return wish;
  const rank = EFFORTS.indexOf(wish);
  const distance = (effort: string) => Math.abs(EFFORTS.indexOf(effort) - rank);
  return rank < 0 ? undefined : efforts.toSorted((one, other) => distance(one) - distance(other))[0];
}
