import { dayOf } from "./days.ts";
import { KnownModels } from "./known-models.ts";
import { countsOf, OTHER_MODELS, type UsageEntry, type UsageRow } from "./usage-log.ts";

/** Tells what a request is counted as: by its model if the config names that or a provider has answered for it. */
export class UsageRows {
  private readonly models = new KnownModels();
  private readonly isNamed: (provider: string, model: string) => boolean;

  constructor(isNamed: (provider: string, model: string) => boolean) {
    this.isNamed = isNamed;
  }

  rowOf(entry: UsageEntry): UsageRow {
    const { at, key, provider, model, isAnswered } = entry;
    if (isAnswered) this.models.add(provider, model);
    const isKnown = this.models.has(provider, model) || this.isNamed(provider, model);
    return { day: dayOf(at), key, provider, model: isKnown ? model : OTHER_MODELS, counts: countsOf(entry) };
  }
}
