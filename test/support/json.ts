/** Any JSON value, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object; a key named `__proto__` is an ordinary own key. */
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an own key only, so that `constructor` and `__proto__` mean nothing special. */
export function own(value: unknown, key: string): Json | undefined {
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

/** Writes an own key, `__proto__` included. */
export function setOwn(target: JsonObject, key: string, value: Json): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy that maps each entry of an object, in its order. */
export function mapObject(value: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, change(value[key] as Json, key));
  return copy;
}

export function clone(value: Json): Json {
  if (Array.isArray(value)) return value.map(clone);
  return isObject(value) ? mapObject(value, clone) : value;
}

/** Freezes a value and everything in it. */
export function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key of Object.keys(value)) freeze((value as Record<string, unknown>)[key]);
  return value;
}

/** The same text for equal values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(",")}}`;
}

export function equal(left: unknown, right: unknown): boolean {
  return left === right || canonical(left) === canonical(right);
}
