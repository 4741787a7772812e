import { HARD_DEPTH_LIMIT } from "./limits.ts";
import { setKey } from "./value.ts";

/** How many objects and arrays are looked at, so that values that contain themselves several times come to an end. */
const MAX_VISITS = 250_000;

/**
 * A value of a program without its undefined fields, which JSON does not have. Parsed JSON is returned as it is, and so are the
 * objects of schema libraries, bytes and other instances of classes inside of the value.
 *
 * @example
 * withoutUndefined({ name: "now", description: undefined }); // { name: "now" }
 */
export function withoutUndefined<T>(value: T): T {
  const hasAny = isContainer(value) && hasUndefined(value, 0, { left: MAX_VISITS });
  return hasAny ? (definedIn(value, 0, new Map()) as T) : value;
}

/** The number of objects and arrays that may still be looked at. */
interface Visits {
  left: number;
}

// Every value of a program passes through here, so that this is written for speed.
function hasUndefined(value: object, depth: number, visits: Visits): boolean {
  // What is nested too deeply is refused by whoever reads it.
  if (depth > HARD_DEPTH_LIMIT || --visits.left < 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item) && hasUndefined(item, depth + 1, visits)) return true;
    return false;
  }
  if (!isPlain(value, depth)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    const own = fields[key];
    if (own === undefined || (isContainer(own) && hasUndefined(own, depth + 1, visits))) return true;
  }
  return false;
}

/** A copy without undefined fields. What occurs several times is copied once. */
function definedIn(value: unknown, depth: number, copies: Map<object, unknown>): unknown {
  if (!isContainer(value) || depth > HARD_DEPTH_LIMIT || "~standard" in value) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copyInner = (inner: unknown) => definedIn(inner, depth + 1, copies);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copyInner(item));
    return list;
  }
  if (!isPlain(value, depth)) return value;
  const object: Record<string, unknown> = {};
  copies.set(value, object);
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) setKey(object, key, copyInner(inner));
  return object;
}

// The whole may be the instance of an SDK's class.
function isPlain(value: object, depth: number): boolean {
  return depth === 0 || Object.getPrototypeOf(value) === Object.prototype;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
