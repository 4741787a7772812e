import { addTo, NO_USAGE, type UsageSums } from "./usage-counts.ts";
import { type DayRange, OTHER_MODELS, type UsageRow, type UsageSeries } from "./usage-log.ts";

/** How many models of a key are counted apart on one day: a server may answer for any name. */
export const MAX_MODELS = 500;

interface SumRow extends UsageSeries {
  readonly counts: UsageSums;
}

interface DayBook {
  readonly rows: Map<string, SumRow>;
  /** The number of rows of each key. */
  readonly models: Map<string, number>;
}

/** Adds up usage by day, key, provider and model. Its rows change with what is added. */
export class UsageBook {
  private readonly days = new Map<string, DayBook>();
  /** The row that was found last: most requests are like the one before. */
  private recent: SumRow | undefined;

  get isEmpty(): boolean {
    return this.days.size === 0;
  }

  /** Adds to the row of a series, and returns that. */
  add(added: UsageRow): UsageRow {
    const row = this.rowOf(added);
    addTo(row.counts, added.counts);
    return row;
  }

  rows({ from, to }: DayRange = ALWAYS): UsageRow[] {
    const days = [...this.days].filter(([day]) => from <= day && day <= to);
    return days.flatMap(([, { rows }]) => [...rows.values()]);
  }

  /** Forgets the days before one, and returns what was counted on them. */
  dropBefore(first: string): UsageRow[] {
    const old = [...this.days].filter(([day]) => day < first);
    for (const [day] of old) this.days.delete(day);
    this.recent = undefined;
    return old.flatMap(([, { rows }]) => [...rows.values()]);
  }

  private rowOf(series: UsageSeries): SumRow {
    if (this.recent === undefined || !isSame(this.recent, series)) this.recent = this.findRow(series);
    return this.recent;
  }

  private findRow(series: UsageSeries): SumRow {
    const day = this.days.get(series.day) ?? { rows: new Map(), models: new Map() };
    this.days.set(series.day, day);
    const own = day.rows.get(idOf(series));
    if (own !== undefined) return own;
    if ((day.models.get(series.key) ?? 0) < MAX_MODELS) return newRow(day, series);
    const others = { ...series, model: OTHER_MODELS };
    return day.rows.get(idOf(others)) ?? newRow(day, others);
  }
}

const ALWAYS: DayRange = { from: "", to: "~" };

function newRow({ rows, models }: DayBook, series: UsageSeries): SumRow {
  const row = { ...series, counts: { ...NO_USAGE } };
  rows.set(idOf(row), row);
  models.set(row.key, (models.get(row.key) ?? 0) + 1);
  return row;
}

function isSame(one: UsageSeries, other: UsageSeries): boolean {
  return one.day === other.day && one.key === other.key && one.provider === other.provider && one.model === other.model;
}

function idOf({ key, provider, model }: UsageSeries): string {
  return `${key.length} ${provider.length} ${key}${provider}${model}`;
}
