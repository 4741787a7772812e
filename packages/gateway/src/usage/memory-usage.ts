import { firstKept } from "./days.ts";
import { UsageBook } from "./usage-book.ts";
import type { DayRange, UsageBatch, UsageRow, UsageStore } from "./usage-log.ts";

export interface MemoryUsageOptions {
  /** How many days are kept. */
  readonly days: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a batch has changed. */
export interface UsageChange {
  readonly changed: readonly UsageRow[];
  /** Rows of days that are no longer kept. */
  readonly dropped: readonly UsageRow[];
}

const NO_CHANGE: UsageChange = { changed: [], dropped: [] };

/** Adds up usage in memory. */
export class MemoryUsage implements UsageStore {
  private readonly options: MemoryUsageOptions;
  private readonly book = new UsageBook();
  /** The first day that was kept when the last row was added. */
  private first = "";
  /** The last sequence number of each source. */
  private readonly added = new Map<string, number>();

  constructor(options: MemoryUsageOptions) {
    this.options = options;
  }

  async add(batch: UsageBatch): Promise<void> {
    this.apply(batch);
  }

  async read(range: DayRange): Promise<readonly UsageRow[]> {
    // They go on growing.
    return this.book.rows(range).map((row) => ({ ...row, counts: { ...row.counts } }));
  }

  async close(): Promise<void> {}

  /** Adds to the row of a series. */
  addRow(row: UsageRow): void {
    const first = firstKept(this.options.now(), this.options.days);
    if (row.day >= first) this.book.add(row);
    if (first !== this.first) this.book.dropBefore(first);
    this.first = first;
  }

  apply({ source, sequence, rows }: UsageBatch): UsageChange {
    if (sequence <= (this.added.get(source) ?? 0)) return NO_CHANGE;
    this.added.set(source, sequence);
    const first = firstKept(this.options.now(), this.options.days);
    const changed = rows.filter(({ day }) => day >= first).map((row) => this.book.add(row));
    return { changed, dropped: this.book.dropBefore(first) };
  }

  /** Takes what was counted by an earlier process. */
  load(rows: readonly UsageRow[]): void {
    for (const row of rows) this.book.add(row);
  }
}
