/** Those that have been made, and how the ones that are written as a whole are written. */
const CONSTANTS = new WeakSet<object>();
const TEXTS = new WeakMap<object, string>();

/**
 * Makes a value one that never changes again: it is frozen down to its leaves, so that who has looked at it once knows it
 * by its identity, and where its text is given, that is at hand wherever it is written.
 *
 * @example
 * constantText(asConstant([1], "[1]")); // "[1]"
 */
export function asConstant<T>(value: T, text?: string): T {
  if (typeof value !== "object" || value === null) return value;
  freeze(value);
  CONSTANTS.add(value);
  if (text !== undefined) TEXTS.set(value, text);
  return value;
}

/** Whether a value is one that never changes again. */
export function isConstant(value: unknown): boolean {
  return typeof value === "object" && value !== null && CONSTANTS.has(value);
}

/** How a constant is written, where that is known. */
export function constantText(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? TEXTS.get(value) : undefined;
}

/** Freezes a value down to its leaves. */
export function freeze(value: object): void {
  for (const child of Object.values(value)) if (typeof child === "object" && child !== null) freeze(child);
  Object.freeze(value);
}
