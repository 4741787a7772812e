import type { Json, JsonObject } from "../model/json.ts";
import { JsonError } from "./error.ts";
import { HARD_DEPTH_LIMIT } from "./limits.ts";
import { isJsonNumber } from "./number.ts";
import { isArray } from "./value.ts";

/**
 * A text that two values share exactly when `equalJson` says that they are equal, so that many can be compared through a set.
 *
 * @example
 * keyOfValue({ b: 1, a: [2] }) === keyOfValue({ a: [2], b: 1 }); // true
 */
export function keyOfValue(value: Json, depth = 0): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object" || isJsonNumber(value)) return String(value);
  if (depth > HARD_DEPTH_LIMIT) throw new JsonError("too_deep", `nested deeper than ${HARD_DEPTH_LIMIT} levels`);
  return isArray(value) ? keyOfArray(value, depth + 1) : keyOfObject(value as JsonObject, depth + 1);
}

function keyOfArray(items: readonly Json[], depth: number): string {
  return `[${items.map((item) => keyOfValue(item, depth)).join(",")}]`;
}

function keyOfObject(object: JsonObject, depth: number): string {
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${keyOfValue(object[key] as Json, depth)}`).join(",")}}`;
}
