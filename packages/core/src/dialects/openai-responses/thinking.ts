import { modelFact } from "../../content/models.ts";
import { isArray } from "../../json/value.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldOf, loseField } from "../forms/node.ts";
import { profile } from "./profile.ts";

/** What a request says here of how much the model is to think, and whether it tells what it thought. */
export interface Thinking {
  readonly effort?: string | undefined;
  readonly reasoningSummary?: string | undefined;
}

/** How much a model is to think: by an effort that it knows, whatever the source says it by. */
export function thinkingFor(request: Request, report: Report): Thinking {
  const asked = FIELDS.filter((field) => request[field] !== undefined);
  if (asked.length === 0) return HANDLED;
  const known = modelFact(request.model, "efforts", profile.conversation);
  const efforts = isArray(known) ? known.map(String) : ORDER;
  if (efforts.length === 0) return withoutThought(request, asked, report);
  return { ...HANDLED, ...summaryFor(request, report), ...effortFor(request, efforts, report) };
}

const FIELDS = [
  "effort",
  "thinking",
  "thinkingBudget",
  "thinkingDisplay",
  "includeThoughts",
  "reasoningSummary",
] as const;

type Field = (typeof FIELDS)[number];

const HANDLED = Object.fromEntries(FIELDS.map((field) => [field, undefined])) as Record<Field, undefined>;

const ORDER = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

// A model that never thinks need not be told not to.
function withoutThought(request: Request, asked: readonly Field[], report: Report): Thinking {
  const off = isOff(request);
  for (const field of asked) {
    if (off) fieldOf(request, field, report).change("default-field");
    else fieldOf(request, field, report).lose("model", { detail: request.model ?? null });
  }
  return HANDLED;
}

function isOff({ effort, thinking, thinkingBudget }: Request): boolean {
  return effort === "none" || thinking === "off" || thinkingBudget === 0;
}

// ── effort ──────────────────────────────────────────────────────────────────

function effortFor(request: Request, efforts: readonly string[], report: Report): Thinking {
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
  const rank = ORDER.indexOf(wish);
  const distance = (effort: string) => Math.abs(ORDER.indexOf(effort) - rank);
  return rank < 0 ? undefined : efforts.toSorted((one, other) => distance(one) - distance(other))[0];
}

// ── summary ─────────────────────────────────────────────────────────────────

function summaryFor(request: Request, report: Report): Thinking {
  const { reasoningSummary, thinkingDisplay, includeThoughts } = request;
  if (thinkingDisplay !== undefined) fieldOf(request, "thinkingDisplay", report).change("reasoning-summary");
  if (includeThoughts !== undefined) fieldOf(request, "includeThoughts", report).change("reasoning-summary");
  if (reasoningSummary !== undefined) return { reasoningSummary };
  return thinkingDisplay === "summarized" || includeThoughts === true ? { reasoningSummary: "auto" } : {};
}
