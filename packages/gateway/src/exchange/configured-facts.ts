import type { ModelFacts } from "@toolglot/core";
import type { Provider } from "../config/config.ts";
import { matchesPattern } from "./destinations.ts";

/** What a provider's config says of one of its models. Of entries that disagree, the first holds. */
export function configuredFacts({ models }: Pick<Provider, "models">, model: string): ConfiguredFacts {
  const taken = new Map<string, boolean>();
  for (const { match, refuses, accepts } of models) {
    if (!matchesPattern(match, model)) continue;
    for (const field of accepts) if (!taken.has(field)) taken.set(field, true);
    for (const field of refuses) if (!taken.has(field)) taken.set(field, false);
  }
  const fields = [...taken];
  return {
    refuses: fields.flatMap(([field, accepted]) => (accepted ? [] : [field])),
    accepts: fields.flatMap(([field, accepted]) => (accepted ? [field] : [])),
  };
}

/** The fields that a config says a model refuses or accepts. */
export type ConfiguredFacts = Required<Pick<ModelFacts, "refuses" | "accepts">>;
