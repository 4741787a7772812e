import { HARD_DEPTH_LIMIT } from "../json/limits.ts";
import { isArray, isObject } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import { keywordsWhere } from "./keywords/index.ts";

/** The sizes of the objects and arrays that were measured so far. */
export type Sizes = Map<Json, number>;

/**
 * How much of a schema or value there is to write: one per value in it, and one per 64 characters of its strings.
 * Definitions do not count where they are declared, and no object is measured twice.
 */
export function sizeOf(value: Json, known: Sizes, depth = 0): number {
  if (typeof value === "string") return 1 + (value.length >> 6);
  // No real schema is nested as deeply as this.
  if ((!isObject(value) && !isArray(value)) || depth > HARD_DEPTH_LIMIT) return 1;
  const found = known.get(value);
  if (found !== undefined) return found;
  const size = isArray(value) ? sizeOfItems(value, known, depth + 1) : sizeOfKeys(value, known, depth + 1);
  known.set(value, size);
  return size;
}

function sizeOfItems(items: readonly Json[], known: Sizes, depth: number): number {
  let size = 1;
  for (const item of items) size += sizeOf(item, known, depth);
  return size;
}

const DEFINITIONS = keywordsWhere(({ role, subschemas }) => role === "definition" && subschemas !== undefined);

function sizeOfKeys(object: Readonly<Record<string, Json>>, known: Sizes, depth: number): number {
  let size = 1;
  for (const key in object) {
    if (DEFINITIONS.has(key)) continue;
    size += (key.length >> 6) + sizeOf(object[key] as Json, known, depth);
  }
  return size;
}
