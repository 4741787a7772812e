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
  const costs = billedRuns(destination, used).map((run) => runCost(destination, run));
  if (costs.length === 0) return undefined;
  return costs.reduce((sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost));
}

/** The usage of each run of a model that a response is charged for. */
export function billedUsages(destination: Destination, used: UsedTokens): readonly Usage[] {
  return billedRuns(destination, used).map(({ usage }) => usage);
}

/** A run, and what its request says about the price. */
interface PricedRun extends BilledRun {
  readonly billing: Billing;
  readonly used: UsedTokens;
}

function billedRuns({ provider }: Destination, used: UsedTokens): readonly PricedRun[] {
  return requestsOfTurn(used).flatMap((request) => {
    const { usage = {} } = request;
    const billing = providerBinding(provider).billing?.(usage) ?? {};
    const { runs = [{ usage }] } = billing;
    return runs.map((run) => ({ ...run, billing, used: request }));
  });
}

function runCost(destination: Destination, { usage, model: named, billing, used }: PricedRun): number | undefined {
  const { provider } = destination;
  const model = named ?? destination.model;
  const { factors = [], cost, tier = used.tier } = billing;
  const own = configuredPrice(provider, model);
  if (own !== undefined) return costOf(usage, { ...own, variants: [], factors: {} });
  if (cost !== undefined) return cost;
  const prices = pricesOf(provider, model, named ?? used.model);
  const place = placeFactor(provider);
  const all = place === undefined ? factors : [...factors, place];
  return prices && costOf(usage, prices, { tier, factors: all });
}

/** The price that a provider's config states for a model; of several, the first. */
function configuredPrice({ models }: Pick<Provider, "models">, model: string): TokenPrices | undefined {
  return models.find(({ match, price }) => price !== undefined && matchesPattern(match, model))?.price;
}
