import { addTo, dollarsOf, NO_USAGE, type TokenClass, type UsageCounts, type UsageSums } from "./usage-counts.ts";
import type { DayRange, UsageRow } from "./usage-log.ts";
import type { UsageDimension, UsageQuery } from "./usage-query.ts";

/** What several requests have used together, as JSON. */
export interface UsageTotals {
  readonly requests: number;
  /** How many of them ended with an error. */
  readonly errors: number;
  /** Losses of content and settings. */
  readonly losses: number;
  /** `input` includes what was read from and written to caches, `output` includes reasoning. */
  readonly tokens: Readonly<Record<TokenClass, number>>;
  /** In dollars, of those requests whose cost is known. */
  readonly cost: number;
  /** How many requests have used tokens of which the cost is not known. */
  readonly unpriced: number;
  /** How many requests have tokens that are estimated, because the provider has not reported them. */
  readonly estimated: number;
}

/** Usage of one group of requests. */
export type UsageGroup = UsageTotals & { readonly [Dimension in UsageDimension]?: string };

/** The answer to a query. */
export interface UsageReport extends DayRange {
  readonly object: "usage";
  readonly by: readonly UsageDimension[];
  /** The key that it is about; without it, all keys. */
  readonly key?: string;
  readonly rows: readonly UsageGroup[];
  readonly total: UsageTotals;
}

/**
 * Groups what was used. Rows are in the order of the days, and of the names of what else they are grouped by; those that differ by the last
 * name only have the most expensive first.
 */
export function usageReport(rows: readonly UsageRow[], { range, by }: UsageQuery, key?: string): UsageReport {
  const own = key === undefined ? rows : rows.filter((row) => row.key === key);
  const groups = new Map<string, UsageRow & { readonly counts: UsageSums }>();
  const total: UsageSums = { ...NO_USAGE };
  for (const row of own) {
    const id = JSON.stringify(by.map((dimension) => row[dimension]));
    const group = groups.get(id) ?? { ...row, counts: { ...NO_USAGE } };
    groups.set(id, group);
    addTo(group.counts, row.counts);
    addTo(total, row.counts);
  }
  const sorted = by.length === 0 ? [] : [...groups.values()].sort((one, other) => compare(one, other, by));
  return {
    object: "usage",
    ...range,
    by,
    ...(key === undefined ? {} : { key }),
    rows: sorted.map((row) => ({ ...namesOf(row, by), ...totalsOf(row.counts) })),
    total: totalsOf(total),
  };
}

function compare(one: UsageRow, other: UsageRow, by: readonly UsageDimension[]): number {
  const last = by.at(-1);
  const [a, b] = [one.counts, other.counts];
  for (const dimension of by) {
    const isByCost = dimension === last && dimension !== "day";
    const order = isByCost ? b.cost - a.cost || b.input + b.output - a.input - a.output : 0;
    if (order !== 0) return order;
    if (one[dimension] !== other[dimension]) return one[dimension] < other[dimension] ? -1 : 1;
  }
  return 0;
}

function namesOf(row: UsageRow, by: readonly UsageDimension[]): Pick<UsageGroup, UsageDimension> {
  return Object.fromEntries(by.map((dimension) => [dimension, row[dimension]]));
}

function totalsOf(counts: UsageCounts): UsageTotals {
  const { requests, errors, losses, input, cacheRead, cacheWrite, output, reasoning, cost, unpriced, estimated } =
    counts;
  const tokens = { input, cacheRead, cacheWrite, output, reasoning };
  return { requests, errors, losses, tokens, cost: dollarsOf(cost), unpriced, estimated };
}
