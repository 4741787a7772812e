import type { Json, JsonObject } from "../model/json.ts";
import { HARD_DEPTH_LIMIT } from "./limits.ts";
import { isArray, isObject } from "./value.ts";

/** A high or low surrogate without the other one. */
export const LONE_SURROGATE: RegExp = /\p{Surrogate}/gu;

/** Whether a value has no lone surrogates, keys included; values nested too deeply are not checked. */
export function isWellFormed(value: Json, depth: number): boolean {
  if (typeof value === "string") return isWellFormedText(value);
  if (typeof value !== "object" || value === null || depth > HARD_DEPTH_LIMIT) return true;
  if (isArray(value)) return isWellFormedArray(value, depth + 1);
  return isObject(value) ? isWellFormedObject(value, depth + 1) : true;
}

/** Whether a text has no lone surrogates. */
export function isWellFormedText(text: string): boolean {
  // Newer than ES2023, and far faster than a pattern.
  const { isWellFormed } = text as unknown as { isWellFormed?: () => boolean };
  return isWellFormed === undefined ? text.search(LONE_SURROGATE) < 0 : isWellFormed.call(text);
}

/** Whether the last character of a text goes on in the next one. */
export function endsInHighSurrogate(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

function isWellFormedArray(array: readonly Json[], depth: number): boolean {
  for (const item of array) if (!isWellFormed(item, depth)) return false;
  return true;
}

// `for in` is twice as fast as `Object.keys`; checking an inherited key does no harm.
function isWellFormedObject(object: JsonObject, depth: number): boolean {
  for (const key in object) if (!isWellFormedText(key) || !isWellFormed(object[key] as Json, depth)) return false;
  return true;
}
