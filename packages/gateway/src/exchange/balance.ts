import { weightedOrder } from "../providers/weighted-order.ts";
import type { Destination } from "./destinations.ts";

/** The order in which a conversation tries the destinations of its route: that of the route, or one by their weights. */
export function balanced(destinations: readonly Destination[], conversation: () => string): readonly Destination[] {
  if (destinations.every(({ weight }) => weight === undefined)) return destinations;
  const weighted = destinations.flatMap((each) => {
    return each.weight === undefined ? [] : [{ destination: each, weight: each.weight }];
  });
  const ordered = weightedOrder(weighted, conversation(), ({ destination }) => {
    return `${destination.provider.name}/${destination.model}`;
  });
  return ordered.map(({ destination }) => destination);
}
