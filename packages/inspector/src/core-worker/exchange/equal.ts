import { isJsonNumber, isObject, type Json } from "@toolglot/core";

/** Whether two values say the same, in whatever order their keys are. */
export function isEqual(one: Json, other: Json): boolean {
  if (isJsonNumber(one) || isJsonNumber(other)) return String(one) === String(other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item: Json, index) => isEqual(item, other[index] ?? null));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key] ?? null, other[key] ?? null))
  );
}
