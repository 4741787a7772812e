import type { Usage } from "@toolglot/core";
import type { BilledRun, Billing } from "../bindings/binding.ts";
import type { Provider } from "../config/config.ts";
import { matchesPattern } from "../config/targets.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import { placeFactor, pricesOf, type TokenPrices } from "../providers/prices.ts";
import { costOf } from "../usage/cost.ts";
import type { UsedTokens } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";
import { requestsOfTurn } from "./requests-of-turn.ts";

/** What a response costs in dollars: by the config, or where the provider says so or its prices are known. */
export function responseCost(destination: Destination, used: UsedTokens): number | undefined {
  let sum: number | undefined;
  for (const request of requestsOfTurn(used)) {
    const { usage = {} } = request;
    const billing = billingOf(destination, usage);
    for (const run of billing.runs ?? [{ usage }]) {
      const cost = runCost(destination, run, billing, request);
      if (cost === undefined) return undefined;
      sum = (sum ?? 0) + cost;
    }
  }
  return sum;
}

/** The usage of each run of a model that a response is charged for. */
export function billedUsages(destination: Destination, used: UsedTokens): readonly Usage[] {
  const usages: Usage[] = [];
  for (const { usage = {} } of requestsOfTurn(used)) {
    const { runs = [{ usage }] } = billingOf(destination, usage);
    for (const run of runs) usages.push(run.usage);
  }
  return usages;
}

function billingOf({ provider }: Destination, usage: Usage): Billing {
  return providerBinding(provider).billing?.(usage) ?? NOTHING_SAID;
}

/** Of providers whose usage says nothing about the price. */
const NOTHING_SAID: Billing = {};

function runCost(
  destination: Destination,
  { usage, model: named }: BilledRun,
  { factors = [], cost, tier }: Billing,
  used: UsedTokens,
): number | undefined {
  const { provider } = destination;
  const model = named ?? destination.model;
  const own = configuredPrice(provider, model);
  if (own !== undefined) return costOf(usage, { ...own, variants: [], factors: {} });
  if (cost !== undefined) return cost;
  const prices = pricesOf(provider, model, named ?? used.model);
  if (prices === undefined) return undefined;
  const place = placeFactor(provider);
  return costOf(usage, prices, {
    tier: tier ?? used.tier,
    factors: place === undefined ? factors : [...factors, place],
  });
}

/** The price that a provider's config states for a model; of several, the first. */
function configuredPrice({ models }: Pick<Provider, "models">, model: string): TokenPrices | undefined {
  return models.find(({ match, price }) => price !== undefined && matchesPattern(match, model))?.price;
}
