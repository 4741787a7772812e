import { dayOf } from "./days.ts";
import { KnownModels } from "./known-models.ts";
import { type CountedUsage, countsOf, OTHER_MODELS, type UsageEntry, type UsageRow } from "./usage-log.ts";

/** Tells what a request is counted as: by its model if the config names that or a provider has answered for it. */
export class UsageRows {
  private readonly models = new KnownModels();
  private readonly isNamed: (provider: string, model: string) => boolean;

  constructor(isNamed: (provider: string, model: string) => boolean) {
    this.isNamed = isNamed;
  }

  rowOf(entry: UsageEntry): UsageRow {
    return this.named(requestedRow(entry), entry.isAnswered);
  }

  /** The rows that another process has counted. */
  rowsOf({ rows, isAnswered }: CountedUsage): UsageRow[] {
    return rows.map((row) => this.named(row, isAnswered));
  }

  private named(row: UsageRow, isAnswered: boolean): UsageRow {
    const { provider, model } = row;
    const isKnown = isAnswered ? this.models.add(provider, model) : this.models.has(provider, model);
    return isKnown || this.isNamed(provider, model) ? row : { ...row, model: OTHER_MODELS };
  }
}

/** What a request has used of the model that was requested. */
export function requestedRow(entry: UsageEntry): UsageRow {
  const { at, key, provider, model } = entry;
  return { day: dayOf(at), key, provider, model, counts: countsOf(entry) };
}
