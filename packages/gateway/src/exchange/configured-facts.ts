import type { ModelFacts } from "@toolglot/core";
import type { Provider } from "../config/config.ts";
import { matchesPattern } from "../config/targets.ts";

/** The facts that a provider's config states about a model. If entries contradict each other, the first wins. */
export function configuredFacts({ models }: Pick<Provider, "models">, model: string): ConfiguredFacts {
  const isAccepted = new Map<string, boolean>();
  for (const { match, refuses, accepts } of models) {
    if (!matchesPattern(match, model)) continue;
    for (const field of accepts) if (!isAccepted.has(field)) isAccepted.set(field, true);
    for (const field of refuses) if (!isAccepted.has(field)) isAccepted.set(field, false);
  }
  const fields = [...isAccepted];
  return {
    refuses: fields.flatMap(([field, accepted]) => (accepted ? [] : [field])),
    accepts: fields.flatMap(([field, accepted]) => (accepted ? [field] : [])),
  };
}

/** The request fields that a model refuses or accepts according to the config. */
type ConfiguredFacts = Required<Pick<ModelFacts, "refuses" | "accepts">>;
