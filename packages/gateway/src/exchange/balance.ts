import { weightedOrder } from "../providers/weighted-order.ts";
import type { Destination } from "./destinations.ts";

/** The order in which a conversation tries the destinations of its route: that of the route, or one by their weights. */
export function balanced(destinations: readonly Destination[], conversation: () => string): readonly Destination[] {
  const weighted = destinations.flatMap((each) => {
    return each.weight === undefined ? [] : [{ destination: each, weight: each.weight }];
  });
  if (weighted.length === 0) return destinations;
  const ordered = weightedOrder(weighted, conversation(), ({ destination }) => {
    return `${destination.provider.name}/${destination.model}`;
  });
  return ordered.map(({ destination }) => destination);
}
