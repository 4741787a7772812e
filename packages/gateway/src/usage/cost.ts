import type { Usage } from "@toolglot/core";
import type { ModelPrices, PriceVariant, TokenPrices } from "../providers/prices.ts";

/** What decides about the price besides the number of tokens. */
export interface CostOptions {
  /** The service tier that the response was served with. */
  readonly tier?: string | undefined;
  /** The names of what multiplies the price. */
  readonly factors?: readonly string[] | undefined;
}

/** What the tokens of a response cost, in dollars; `undefined` if the tier's price for a prompt of this length is not known. */
export function costOf(
  usage: Usage,
  prices: ModelPrices,
  { tier, factors = [] }: CostOptions = {},
): number | undefined {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0, reasoning = 0 } = usage;
  const price = pricesFor(prices, input, tier);
  if (price === undefined) return undefined;
  const { cacheWrite: write = price.input } = price;
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  // Providers have reported more tokens of reasoning than of output, and more written for an hour than written.
  const thought = Math.min(reasoning, output);
  const hour = Math.min(cacheWrite1h, cacheWrite);
  const parts = [
    fresh * price.input,
    cacheRead * (price.cacheRead ?? price.input),
    (cacheWrite - hour) * write,
    hour * (price.cacheWriteHour ?? write),
    (output - thought) * price.output,
    thought * (price.reasoning ?? price.output),
  ];
  const factor = factors.reduce((product, name) => product * (prices.factors[name] ?? 1), 1);
  return (parts.reduce((sum, part) => sum + part) * factor) / 1e6;
}

// A long prompt costs more for all of its tokens, not only for those beyond the threshold.
function pricesFor(prices: ModelPrices, input: number, tier: string | undefined): TokenPrices | undefined {
  const standard = longest(prices, input, undefined);
  const isKnownTier = tier !== undefined && prices.variants.some((variant) => variant.tier === tier);
  if (!isKnownTier) return standard ?? prices;
  const tiered = longest(prices, input, tier);
  // The table may lack the tier's price for long prompts, which the model has.
  return tiered !== undefined && tiered.above >= (standard?.above ?? 0) ? tiered : undefined;
}

/** Of the prices of a tier, those with the highest threshold that the prompt exceeds. */
function longest({ variants }: ModelPrices, input: number, tier: string | undefined): PriceVariant | undefined {
  const candidates = variants.filter(
    (variant) => variant.tier === tier && (variant.above === 0 || variant.above < input),
  );
  return candidates.reduce<PriceVariant | undefined>(
    (best, variant) => (variant.above >= (best?.above ?? -1) ? variant : best),
    undefined,
  );
}
