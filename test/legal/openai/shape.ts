import { isObject, type Json } from "../../support/json.ts";
import type { Place } from "./place.ts";
import type { Rule } from "./rules.ts";

export type Check = (place: Place) => void;

const KINDS: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  string: (value) => typeof value === "string",
  "non-empty string": (value) => typeof value === "string" && value !== "",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/** Holds a place to one of these kinds; says whether it is. */
export function expectKind(place: Place, rule: Rule, ...kinds: readonly string[]): boolean {
  const holds = kinds.some((kind) => KINDS[kind]?.(place.value));
  if (!holds) place.fail(rule, `expected ${kinds.join(" or ")}, got ${shown(place)}`);
  return holds;
}

export function expectOneOf(place: Place, rule: Rule, values: readonly (string | null)[]): boolean {
  const holds = values.includes(place.value as string | null);
  if (!holds) place.fail(rule, `expected one of ${values.join(", ")}, got ${shown(place)}`);
  return holds;
}

export function expectMatch(place: Place, rule: Rule, pattern: RegExp): boolean {
  const holds = typeof place.value === "string" && pattern.test(place.value);
  if (!holds) place.fail(rule, `expected ${pattern.source}, got ${shown(place)}`);
  return holds;
}

export function expectEqual(place: Place, rule: Rule, value: Json): boolean {
  if (place.value !== value) place.fail(rule, `expected ${JSON.stringify(value)}, got ${shown(place)}`);
  return place.value === value;
}

export function expectLength(place: Place, rule: Rule, [least, most]: readonly [number, number]): boolean {
  if (!expectKind(place, rule, "array")) return false;
  const holds = place.items.length >= least && place.items.length <= most;
  if (!holds) place.fail(rule, `expected ${least} to ${most} entries, got ${place.items.length}`);
  return holds;
}

export function expectOnly(place: Place, rule: Rule, allowed: readonly string[]): void {
  for (const key of place.keys) {
    if (!allowed.includes(key)) place.at(key).fail(rule, `${key} is not a field here`);
  }
}

/** Each value once; the later ones are wrong. */
export function expectUnique(places: readonly Place[], rule: Rule): void {
  const seen = new Set<string>();
  for (const place of places) {
    if (typeof place.value !== "string") continue;
    if (seen.has(place.value)) place.fail(rule, `${place.value} was there before`);
    seen.add(place.value);
  }
}

function shown(place: Place): string {
  return place.present ? (JSON.stringify(place.value)?.slice(0, 80) ?? "") : "nothing";
}
