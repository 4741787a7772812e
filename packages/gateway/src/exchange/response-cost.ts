import { providerBinding } from "../providers/platforms/index.ts";
import { pricesOf } from "../providers/prices.ts";
import { costOf } from "../usage/cost.ts";
import type { UsedTokens } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";

/** What a response costs in dollars, where the provider says so or its prices are known. */
export function responseCost({ provider, model }: Destination, { usage, tier }: UsedTokens): number | undefined {
  if (usage === undefined) return undefined;
  const billing = providerBinding(provider).billing?.(usage) ?? {};
  if (billing.cost !== undefined) return billing.cost;
  const prices = pricesOf(provider, model);
  const { cacheWriteHour, factors } = billing;
  return prices && costOf(usage, prices, { tier: billing.tier ?? tier, cacheWriteHour, factors });
}
