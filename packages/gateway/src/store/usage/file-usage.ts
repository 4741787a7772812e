import { MemoryUsage, type MemoryUsageOptions } from "../../usage/memory-usage.ts";
import type { DayRange, UsageBatch, UsageRow, UsageStore } from "../../usage/usage-log.ts";
import type { FileStore } from "../file.ts";
import { recordId, recordOf, rowIn } from "./usage-record.ts";

export interface FileUsageOptions extends MemoryUsageOptions {
  readonly store: FileStore;
}

/** Adds up usage in memory, and writes the new sums to a file: a sum that is written again counts nothing twice. */
export class FileUsage implements UsageStore {
  private readonly store: FileStore;
  private readonly memory: MemoryUsage;
  private loading: Promise<void> | undefined;

  constructor({ store, ...options }: FileUsageOptions) {
    this.store = store;
    this.memory = new MemoryUsage(options);
  }

  /** Fails while the file cannot be read: sums without what it has must not replace those that it has. */
  async add(batch: UsageBatch): Promise<void> {
    await this.load();
    const { changed, dropped } = this.memory.apply(batch);
    const puts = changed.map((row) => this.store.put(recordOf(row)));
    const deletions = dropped.map((row) => this.store.delete(row.key, recordId(row)));
    await Promise.all([...puts, ...deletions]);
  }

  async read(range: DayRange): Promise<readonly UsageRow[]> {
    await this.load();
    return this.memory.read(range);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private async load(): Promise<void> {
    this.loading ??= this.store.all().then((records) => this.memory.load(records.map(rowIn)));
    try {
      await this.loading;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }
}
