import { isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { defineKeyword, type Keyword, type KeywordDefinition } from "./keyword.ts";
import { isNumber } from "./value-forms.ts";

/** A keyword that bounds a measure of values from one side. */
export interface BoundDefinition extends Omit<KeywordDefinition, "role"> {
  readonly side: "lower" | "upper";
  readonly isExclusive?: boolean;
  /** What is bounded; undefined for values that have no such measure. Without it, values are not checked. */
  readonly measure?: (value: Json) => number | undefined;
}

/** Completes the definition of a bound: of two bounds, the narrower one holds. */
export function defineBound({ side, isExclusive = false, measure, ...definition }: BoundDefinition): Keyword {
  const narrower = side === "lower" ? Math.max : Math.min;
  return defineKeyword({
    ...definition,
    role: "constraint",
    merge: (first, second) => (narrower(Number(first), Number(second)) === Number(first) ? first : second),
    accepts:
      measure && ((value, bound) => !isNumber(bound) || isWithin(measure(value), Number(bound), side, isExclusive)),
  });
}

function isWithin(size: number | undefined, bound: number, side: "lower" | "upper", isExclusive: boolean): boolean {
  if (size === undefined) return true;
  if (isExclusive && size === bound) return false;
  return side === "lower" ? size >= bound : size <= bound;
}

/** The length of a string in Unicode characters. */
export function characters(value: Json): number | undefined {
  return typeof value === "string" ? [...value].length : undefined;
}

export function itemCount(value: Json): number | undefined {
  return isArray(value) ? value.length : undefined;
}

export function propertyCount(value: Json): number | undefined {
  return isObject(value) ? Object.keys(value).length : undefined;
}

export function numberOf(value: Json): number | undefined {
  return isNumber(value) ? Number(value) : undefined;
}

/** Whether a bound is 0, which every count satisfies. */
export function isZero(value: Json): boolean {
  return isNumber(value) && Number(value) === 0;
}
