import type { MemoryUsage } from "./memory-usage.ts";
import type { CountedUsage, DayRange, UsageEntry, UsageLog, UsageRow } from "./usage-log.ts";
import type { UsageRows } from "./usage-rows.ts";

/** Counts usage in the memory of this process: at once, since nothing has to be waited for. */
export class MemoryUsageLog implements UsageLog {
  private readonly memory: MemoryUsage;
  private readonly rows: UsageRows;

  constructor(memory: MemoryUsage, rows: UsageRows) {
    this.memory = memory;
    this.rows = rows;
  }

  add(entry: UsageEntry): void {
    this.memory.addRow(this.rows.rowOf(entry));
  }

  addCounted(counted: CountedUsage): void {
    for (const row of this.rows.rowsOf(counted)) this.memory.addRow(row);
  }

  read(range: DayRange): Promise<readonly UsageRow[]> {
    return this.memory.read(range);
  }

  close(): Promise<void> {
    return this.memory.close();
  }
}
