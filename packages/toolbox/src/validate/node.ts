import type { Schema } from "@cfworker/json-schema";
import type { Json, JsonObject } from "@toolglot/core";
import type { ValidationBudget } from "./budget.ts";

/** A schema that is being built for the validator. */
export type ValidatorSchema = Record<string, unknown>;

/** Sets an own property, even `__proto__`. */
export function setKey(node: ValidatorSchema, key: string, value: unknown): void {
  Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Maps the values of an object. */
export function mapValues(object: JsonObject, make: (value: Json) => unknown): ValidatorSchema {
  const mapped: ValidatorSchema = {};
  for (const key of Object.keys(object)) setKey(mapped, key, make(object[key] ?? null));
  return mapped;
}

/** A schema that requires both. */
export function intersect(one: Schema | boolean, other: Schema | boolean): Schema | boolean {
  if (one === false || other === true) return one;
  if (one === true || other === false) return other;
  // Changed in place, so that references into the first schema stay valid.
  one.allOf = [...(one.allOf ?? []), other];
  return one;
}

/**
 * Spends budget whenever the validator visits a node, in proportion to its entries. The validator has no limit of its
 * own, but reads this keyword of draft 2019-09 at each node.
 */
export function metered(node: ValidatorSchema, budget: ValidationBudget): Schema {
  const cost = 1 + Object.values(node).reduce((sum: number, value) => sum + sizeOf(value), 0);
  const get = () => budget.spend(cost);
  return Object.defineProperty(node, "$recursiveAnchor", { get, enumerable: false }) as Schema;
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
