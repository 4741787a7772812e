import type { Json, JsonObject } from "../model/json.ts";
import { HARD_DEPTH_LIMIT } from "./limits.ts";

/** What a walk over a parsed value finds, as bits. */
export const HAS_NUMBER = 1;
/** A number is an element of an array. */
export const HAS_LISTED_NUMBER = 2;
/** The value is nested too deeply, or has a number that doubles round or print differently. */
export const NEEDS_EXACT_PARSER = 4;

/** Of what is found, the bits above these are the number of keys of all objects. */
const BITS = 7;
const KEYS_SHIFT = 3;

/** The number of keys of all objects, of what `survey` has found. */
export function keysIn(found: number): number {
  return found >>> KEYS_SHIFT;
}

/** Walks over a value that the native parser made, up to a depth, and returns what it finds. */
export function survey(value: Json, depthLeft: number): number {
  if (typeof value === "object") return value === null ? 0 : surveyContainer(value as Container, depthLeft);
  return typeof value === "number" ? surveyNumber(value) : 0;
}

/** The number of keys of all objects in a value, up to a depth. */
export function countKeys(value: Json, depthLeft: number = HARD_DEPTH_LIMIT): number {
  if (typeof value !== "object" || value === null || depthLeft === 0) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countKeys(item, depthLeft - 1);
  else for (const key in value) count += 1 + countKeys((value as JsonObject)[key] as Json, depthLeft - 1);
  return count;
}

type Container = readonly Json[] | JsonObject;

function surveyContainer(value: Container, depthLeft: number): number {
  if (depthLeft === 0) return NEEDS_EXACT_PARSER;
  return Array.isArray(value) ? surveyArray(value, depthLeft - 1) : surveyObject(value as JsonObject, depthLeft - 1);
}

function surveyArray(array: readonly Json[], depthLeft: number): number {
  let bits = 0;
  let keys = 0;
  for (const item of array) {
    if (typeof item === "string") continue;
    const found = typeof item === "number" ? HAS_LISTED_NUMBER | surveyNumber(item) : survey(item, depthLeft);
    bits |= found & BITS;
    keys += found >>> KEYS_SHIFT;
  }
  return bits | (keys << KEYS_SHIFT);
}

// `for in` is twice as fast as `Object.keys`; an inherited key only sends the text to the exact parser.
function surveyObject(object: JsonObject, depthLeft: number): number {
  let bits = 0;
  let keys = 0;
  for (const key in object) {
    const value = object[key] as Json;
    keys++;
    if (typeof value === "string") continue;
    const found = survey(value, depthLeft);
    bits |= found & BITS;
    keys += found >>> KEYS_SHIFT;
  }
  return bits | (keys << KEYS_SHIFT);
}

function surveyNumber(value: number): number {
  const size = Math.abs(value);
  // From 2^53 on, integers have gaps; below 1e-6, doubles are printed with an exponent.
  const odd = size > Number.MAX_SAFE_INTEGER || (size < 1e-6 && !Object.is(value, 0));
  return odd ? HAS_NUMBER | NEEDS_EXACT_PARSER : HAS_NUMBER;
}
