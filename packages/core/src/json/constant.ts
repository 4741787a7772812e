import type { Json } from "../model/json.ts";

/** How each of them is written. */
const TEXTS = new WeakMap<object, string>();

/**
 * Makes a value one that never changes again: it is frozen down to its leaves, so that who has seen it once knows it by
 * its identity, and its text is at hand wherever it is written.
 *
 * @example
 * constantText(asConstant([1], "[1]")); // "[1]"
 */
export function asConstant<T extends object>(value: T, text: string): T {
  freeze(value);
  TEXTS.set(value, text);
  return value;
}

/** Whether a value is one that never changes again. */
export function isConstant(value: Json | undefined): boolean {
  return constantText(value) !== undefined;
}

/** How a constant is written; nothing for any other value. */
export function constantText(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? TEXTS.get(value) : undefined;
}

function freeze(value: object): void {
  for (const child of Object.values(value)) if (typeof child === "object" && child !== null) freeze(child);
  Object.freeze(value);
}
