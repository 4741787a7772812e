import type { Json, JsonObject } from "../model/json.ts";
import { isJsonNumber } from "./number.ts";
import { isArray } from "./value.ts";

/**
 * Whether two values are written the same. The order of keys counts: it is the order in which a model will read them.
 *
 * @example
 * isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 }); // false
 */
export function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (isArray(one)) return isArray(other) && areSame(one, other);
  if (isArray(other)) return false;
  if (isJsonNumber(one) || isJsonNumber(other))
    return isJsonNumber(one) && isJsonNumber(other) && one.lexeme === other.lexeme;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (key !== others[index] || !isSameJson((one as JsonObject)[key] as Json, (other as JsonObject)[key] as Json))
      return false;
  }
  return true;
}

function areSame(one: readonly Json[], other: readonly Json[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++)
    if (!isSameJson(one[index] as Json, other[index] as Json)) return false;
  return true;
}
