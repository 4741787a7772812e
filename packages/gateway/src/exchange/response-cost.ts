import type { Provider } from "../config/config.ts";
import { matchesPattern } from "../config/targets.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import { placeFactor, pricesOf, type TokenPrices } from "../providers/prices.ts";
import { costOf } from "../usage/cost.ts";
import type { UsedTokens } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";

/** What a response costs in dollars: by the config, or where the provider says so or its prices are known. */
export function responseCost(
  { provider, model }: Destination,
  { usage, tier, model: served }: UsedTokens,
): number | undefined {
  if (usage === undefined) return undefined;
  const billing = providerBinding(provider).billing?.(usage) ?? {};
  const { factors = [] } = billing;
  const own = configuredPrice(provider, model);
  if (own !== undefined) return costOf(usage, { ...own, variants: [], factors: {} });
  if (billing.cost !== undefined) return billing.cost;
  const prices = pricesOf(provider, model, served);
  const place = placeFactor(provider);
  const all = place === undefined ? factors : [...factors, place];
  return prices && costOf(usage, prices, { tier: billing.tier ?? tier, factors: all });
}

/** The price that a provider's config states for a model; of several, the first. */
function configuredPrice({ models }: Pick<Provider, "models">, model: string): TokenPrices | undefined {
  return models.find(({ match, price }) => price !== undefined && matchesPattern(match, model))?.price;
}
