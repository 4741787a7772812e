import type { Schema } from "@cfworker/json-schema";
import type { Json, JsonObject } from "@toolglot/core";
import type { Budget } from "./budget.ts";

/** A schema in the making, as the validator takes it. */
export type SchemaNode = Record<string, unknown>;

/** Sets an own key, whatever its name. */
export function setKey(node: SchemaNode, key: string, value: unknown): void {
  Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
}

/** An object with what `make` makes of each value. */
export function mapValues(object: JsonObject, make: (value: Json) => unknown): SchemaNode {
  const mapped: SchemaNode = {};
  for (const key of Object.keys(object)) setKey(mapped, key, make(object[key] ?? null));
  return mapped;
}

/** Both demands as one. */
export function intersect(one: Schema | boolean, other: Schema | boolean): Schema | boolean {
  if (one === false || other === true) return one;
  if (one === true || other === false) return other;
  // In its place, so that references into the first go on leading there.
  one.allOf = [...(one.allOf ?? []), other];
  return one;
}

/**
 * Spends a step whenever the validator looks at a node, and one more for each entry that it may have to go through.
 * The validator has no limit of its own, but reads this keyword of an old draft at each node.
 */
export function metered(node: SchemaNode, budget: Budget): Schema {
  const cost = 1 + Object.values(node).reduce((sum: number, value) => sum + sizeOf(value), 0);
  const get = () => budget.spend(cost);
  return Object.defineProperty(node, "$recursiveAnchor", { get, enumerable: false }) as Schema;
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
