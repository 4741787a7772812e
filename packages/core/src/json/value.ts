import type { Json, JsonObject } from "../model/json.ts";
import { JsonError } from "./error.ts";
import { HARD_DEPTH_LIMIT } from "./limits.ts";
import { isJsonNumber } from "./number.ts";

/** The six types of JSON values, as error messages name them. */
export type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";

/**
 * Whether a value is a JSON object: not null, not an array, not a number that kept its digits.
 *
 * @example
 * isObject([]); // false
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** Whether an object has no keys. */
export function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false;
  return true;
}

/** Whether a value is an object without keys. */
export function isEmptyObject(value: unknown): boolean {
  return isObject(value) && isEmpty(value);
}

/** A string that is not empty. */
export function nonEmptyText(value: unknown): string | undefined {
  return isFilledText(value) ? value : undefined;
}

/** Whether a value is a string that is not empty. */
export function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/**
 * Whether a value is a JSON array.
 *
 * @example
 * isArray([]); // true
 */
export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is a string or a list, as contents of messages are. */
export function isTextOrList(value: Json): boolean {
  return typeof value === "string" || isArray(value);
}

/**
 * Sets an own key, whatever its name.
 *
 * @example
 * setKey(target, "__proto__", 1); // Object.keys(target) now holds "__proto__"
 */
export function setKey<T>(target: Record<string, T>, key: string, value: NoInfer<T>): void {
  if (key !== "__proto__") target[key] = value;
  // An assignment would change the prototype instead, or throw under `node --disable-proto=throw`.
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * A deep copy that shares nothing that can be changed.
 *
 * @example
 * copyJson({ a: [1] }); // { a: [1] }
 */
export function copyJson<T extends Json>(value: T): T {
  return copyAt(value, 0) as T;
}

/**
 * Whether two values say the same, whatever the order of their keys; numbers by the digits they are written with.
 *
 * @example
 * equalJson({ a: 1, b: 2 }, { b: 2, a: 1 }); // true
 */
export function equalJson(a: Json, b: Json): boolean {
  return equalAt(a, b, 0);
}

/** Whether all strings of a list differ. */
export function areDistinct(items: readonly Json[]): boolean {
  if (items.length > MAX_PAIRWISE) return new Set(items).size === items.length;
  for (let index = 1; index < items.length; index++) if (items.indexOf(items[index] as Json) !== index) return false;
  return true;
}

/** A test whether a string is in a list, with the same cost for every string. */
export function membership(items: readonly Json[]): (word: string) => boolean {
  if (items.length <= MAX_PAIRWISE) return (word) => items.includes(word);
  const known = new Set(items);
  return (word) => known.has(word);
}

/** Up to this length, comparing every pair is faster than a set. */
const MAX_PAIRWISE = 16;

/**
 * The kind of a JSON value, for error messages.
 *
 * @example
 * kindOf([]); // "array"
 */
export function kindOf(value: Json): JsonKind {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value as "boolean" | "number" | "string";
  if (isArray(value)) return "array";
  return isJsonNumber(value) ? "number" : "object";
}

function copyAt(value: Json, depth: number): Json {
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return value;
  if (depth > HARD_DEPTH_LIMIT) throw tooDeep();
  return isArray(value) ? copyArray(value, depth + 1) : copyObject(value as JsonObject, depth + 1);
}

function copyArray(array: readonly Json[], depth: number): Json {
  const copy = array.slice();
  for (let index = 0; index < copy.length; index++) {
    const child = copy[index];
    if (typeof child === "object" && child !== null) copy[index] = copyAt(child, depth);
  }
  return copy;
}

// The spread defines each key as an own property, so that assigning to it afterwards is safe for any name.
function copyObject(object: JsonObject, depth: number): Json {
  const copy: Record<string, Json> = { ...object };
  for (const key in copy) {
    const child = copy[key];
    if (typeof child === "object" && child !== null) copy[key] = copyAt(child, depth);
  }
  return copy;
}

function equalAt(a: Json, b: Json, depth: number): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return equalNumbers(a, b);
  if (depth > HARD_DEPTH_LIMIT) throw tooDeep();
  if (isArray(a)) return isArray(b) && equalArrays(a, b, depth + 1);
  if (isObject(a)) return isObject(b) && equalObjects(a, b, depth + 1);
  return equalNumbers(a, b);
}

function equalNumbers(a: Json, b: Json): boolean {
  return kindOf(a) === "number" && kindOf(b) === "number" && String(a) === String(b);
}

function equalArrays(a: readonly Json[], b: readonly Json[], depth: number): boolean {
  return a.length === b.length && a.every((item, index) => equalAt(item, b[index] as Json, depth));
}

function equalObjects(a: JsonObject, b: JsonObject, depth: number): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalAt(a[key] as Json, b[key] as Json, depth));
}

function tooDeep(): JsonError {
  return new JsonError("too_deep", `nested deeper than ${HARD_DEPTH_LIMIT} levels`);
}
