import type { Json, JsonObject } from "../model/json.ts";
import { DEEPEST } from "./limits.ts";
import { isArray, isObject } from "./value.ts";

/** Half a character. */
export const LONE_SURROGATE: RegExp = /\p{Surrogate}/gu;

/** Whether every character of a value is whole, keys included; what is deeper than may be walked is not looked at. */
export function isWellFormed(value: Json, depth: number): boolean {
  if (typeof value === "string") return isWellFormedText(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return true;
  if (isArray(value)) return isWholeArray(value, depth + 1);
  return isObject(value) ? isWholeObject(value, depth + 1) : true;
}

/** Whether every character of a text is whole. */
export function isWellFormedText(text: string): boolean {
  // Newer than the language that this is written for, and far faster than a pattern.
  const { isWellFormed } = text as unknown as { isWellFormed?: () => boolean };
  return isWellFormed === undefined ? text.search(LONE_SURROGATE) < 0 : isWellFormed.call(text);
}

function isWholeArray(array: readonly Json[], depth: number): boolean {
  for (const item of array) if (!isWellFormed(item, depth)) return false;
  return true;
}

// `for in` is twice as fast as `Object.keys`; an inherited key could only be looked at in vain.
function isWholeObject(object: JsonObject, depth: number): boolean {
  for (const key in object) if (!isWellFormedText(key) || !isWellFormed(object[key] as Json, depth)) return false;
  return true;
}
