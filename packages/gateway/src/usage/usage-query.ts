import { dayOf, firstKept, isDay } from "./days.ts";
import type { DayRange } from "./usage-log.ts";

/** What usage can be grouped by. */
export const DIMENSIONS = ["day", "key", "model", "provider"] as const;

/** One of the things that usage can be grouped by. */
export type UsageDimension = (typeof DIMENSIONS)[number];

/** Which usage is asked for. */
export interface UsageQuery {
  readonly range: DayRange;
  readonly by: readonly UsageDimension[];
}

/** A query as a client writes it; what is left out has a default. */
export interface UsageQueryTexts {
  /** By default the last day. */
  readonly from?: string | undefined;
  /** By default today. */
  readonly to?: string | undefined;
  /** By default `provider,model`. */
  readonly by?: string | undefined;
}

/** A query that cannot be read. */
export class UsageQueryError extends Error {
  override readonly name: string = "UsageQueryError";
  readonly field: keyof UsageQueryTexts;

  constructor(field: keyof UsageQueryTexts, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Reads a query. Days that are not kept, or are yet to come, are left out of its range.
 *
 * @example
 * const now = Date.UTC(2026, 10, 17);
 * readUsageQuery({ from: "2026-11-01", by: "day" }, { now, days: 7 }).range; // { from: "2026-11-11", to: "2026-11-17" }
 */
export function readUsageQuery(
  texts: UsageQueryTexts,
  { now, days }: { readonly now: number; readonly days: number },
): UsageQuery {
  const to = dayIn("to", texts.to ?? dayOf(now));
  const from = dayIn("from", texts.from ?? to);
  if (from > to) throw new UsageQueryError("from", `from (${from}) is after to (${to})`);
  const kept = { from: firstKept(now, days), to: dayOf(now) };
  const range = { from: later(from, kept.from), to: earlier(to, kept.to) };
  return { range, by: dimensionsIn(texts.by ?? "provider,model") };
}

function later(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}

function earlier(one: string, other: string): string {
  return [one, other].sort()[0] ?? one;
}

function dayIn(field: "from" | "to", text: string): string {
  if (isDay(text)) return text;
  throw new UsageQueryError(field, `${field} must be a day as in 2026-11-16, not ${JSON.stringify(text)}`);
}

function dimensionsIn(text: string): UsageDimension[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))].map((name) => {
    const known = DIMENSIONS.find((dimension) => dimension === name);
    if (known !== undefined) return known;
    throw new UsageQueryError("by", `by must list some of ${DIMENSIONS.join(", ")}, not ${JSON.stringify(name)}`);
  });
}
