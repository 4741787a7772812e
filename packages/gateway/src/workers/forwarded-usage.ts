import { UsageBook } from "../usage/usage-book.ts";
import type { CountedUsage, UsageEntry, UsageLog, UsageRow } from "../usage/usage-log.ts";
import { requestedRow } from "../usage/usage-rows.ts";

/** Counts usage for the primary, which gets the sums from time to time. Which models are counted by their names is decided there. */
export class ForwardedUsage implements UsageLog {
  private answered = new UsageBook();
  private failed = new UsageBook();

  add(entry: UsageEntry): void {
    (entry.isAnswered ? this.answered : this.failed).add(requestedRow(entry));
  }

  addCounted({ rows, isAnswered }: CountedUsage): void {
    for (const row of rows) (isAnswered ? this.answered : this.failed).add(row);
  }

  /** Requests for it are passed on to the primary. */
  async read(): Promise<readonly UsageRow[]> {
    return [];
  }

  async close(): Promise<void> {}

  /** What was used since the last call. */
  take(): CountedUsage[] {
    const all = [
      { isAnswered: true, rows: this.answered.rows() },
      { isAnswered: false, rows: this.failed.rows() },
    ];
    this.answered = new UsageBook();
    this.failed = new UsageBook();
    return all.filter(({ rows }) => rows.length > 0);
  }
}
