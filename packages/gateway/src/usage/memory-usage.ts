import { type DayUsage, NO_USAGE, type UsageEntry, type UsageLog, type UsageTotals, withEntry } from "./usage-log.ts";

const DAY = 24 * 3600 * 1000;

/** How many models of a key are counted apart; clients can request any name. */
const MAX_MODELS = 500;

/** The name under which all other models are counted together. */
const OTHER = "_other";

interface KeyUsage {
  readonly models: Map<string, UsageTotals>;
  total: UsageTotals;
}

/** Counts today's usage in memory; it begins anew with each day and each start of the gateway. */
export class MemoryUsage implements UsageLog {
  private day = 0;
  private keys = new Map<string, KeyUsage>();

  add(entry: UsageEntry): void {
    const day = dayOf(entry.at);
    // A late result of yesterday, or a clock that was set back.
    if (day < this.day) return;
    if (day > this.day) this.begin(day);
    const used = this.keys.get(entry.key) ?? { models: new Map(), total: NO_USAGE };
    this.keys.set(entry.key, used);
    const model = used.models.has(entry.model) || used.models.size < MAX_MODELS ? entry.model : OTHER;
    used.models.set(model, withEntry(used.models.get(model) ?? NO_USAGE, entry));
    used.total = withEntry(used.total, entry);
  }

  async ofDay(key: string, at: number): Promise<DayUsage> {
    const day = dayOf(at);
    const used = day === this.day ? this.keys.get(key) : undefined;
    return { since: day * DAY, models: new Map(used?.models ?? []), total: used?.total ?? NO_USAGE };
  }

  private begin(day: number): void {
    this.day = day;
    this.keys = new Map();
  }
}

function dayOf(at: number): number {
  return Math.floor(at / DAY);
}
