// The fast path `defaultLayout`, for nodes that have nothing but their required fields.

import type { Layout } from "../mapping/layout.ts";
import type { JsonObject } from "../model/json.ts";
import type { Provenance } from "../model/node.ts";
import type { Report } from "../report.ts";

/**
 * The provenance of a node whose object has exactly this number of keys, as `readNode` gives it for the default layout; `undefined`
 * where it has more or fewer, or the fast path is switched off. Most of a long conversation has one of a few shapes, so that
 * a codec that finds its required fields in place has read the whole node.
 */
export function defaultNode(
  layout: Pick<Layout, "dialect" | "defaultPlaces">,
  wire: JsonObject,
  keys: number,
  report: Report,
): Provenance | undefined {
  if (!report.fast.defaultLayout || keyCount(wire) !== keys) return undefined;
  const { dialect, defaultPlaces } = layout;
  return { origin: { dialect, place: report.place, fields: defaultPlaces }, extras: undefined };
}

/** How many keys an object has. */
export function keyCount(wire: JsonObject): number {
  let count = 0;
  // Faster than a list of them; an inherited key could only send the object to the reference path.
  for (const _ in wire) count++;
  return count;
}
