import { sourceText } from "./source-text.ts";

/**
 * Whether the native `JSON.stringify` writes this value exactly: no number to keep, nothing to reject, not nested too
 * deeply.
 */
export function isPlainJson(value: unknown, depthLeft: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || isPlainContainer(value, depthLeft);
    default:
      return false;
  }
}

function isPlainContainer(value: object, depthLeft: number): boolean {
  if (depthLeft === 0) return false;
  if (sourceText(value) !== undefined) return true;
  if (Array.isArray(value)) return isPlainArray(value, depthLeft - 1);
  return isPlainObject(value) && hasPlainValues(value, depthLeft - 1);
}

function isPlainArray(array: readonly unknown[], depthLeft: number): boolean {
  for (const item of array) {
    if (typeof item !== "string" && !isPlainJson(item, depthLeft)) return false;
  }
  return true;
}

// `for in` is twice as fast as `Object.keys`; an inherited key only sends the value to the exact writer.
function hasPlainValues(object: Readonly<Record<string, unknown>>, depthLeft: number): boolean {
  for (const key in object) {
    const value = object[key];
    if (typeof value !== "string" && !isPlainJson(value, depthLeft)) return false;
  }
  return true;
}

/** Whether an object has no class of its own: instances may define how they are written. */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second test is for objects of another realm, such as a frame or a vm context.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
