import { HARD_DEPTH_LIMIT } from "./limits.ts";

/**
 * A value of a program without its undefined fields, which JSON does not have. Parsed JSON is returned as it is, and so are the
 * objects of schema libraries, bytes and other instances of classes inside of the value.
 *
 * @example
 * withoutUndefined({ name: "now", description: undefined }); // { name: "now" }
 */
export function withoutUndefined<T>(value: T, depth = 0): T {
  if (!isContainer(value) || "~standard" in value || !hasUndefined(value, depth)) return value;
  const copy = (inner: unknown) => withoutUndefined(inner, depth + 1);
  return (Array.isArray(value) ? value.map(copy) : fieldsOf(value, copy)) as T;
}

function fieldsOf(value: object, copy: (inner: unknown) => unknown): object {
  const defined = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(defined.map(([key, inner]) => [key, copy(inner)]));
}

// Every value of a program passes through here, so that this is written for speed.
function hasUndefined(value: object, depth: number): boolean {
  // What is nested too deeply is refused by whoever reads it.
  if (depth > HARD_DEPTH_LIMIT) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item) && hasUndefined(item, depth + 1)) return true;
    return false;
  }
  // The whole may be the instance of an SDK's class.
  if (depth > 0 && Object.getPrototypeOf(value) !== Object.prototype) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    const own = fields[key];
    if (own === undefined || (isContainer(own) && hasUndefined(own, depth + 1))) return true;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
