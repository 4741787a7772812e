/** All constants, and the JSON text of those that are stringified as a whole. */
const CONSTANTS = new WeakSet<object>();
const TEXTS = new WeakMap<object, string>();

/**
 * Makes a value constant: it is deeply frozen, so that caches can know it by its identity, and its JSON text, where it is
 * given, is reused wherever it is stringified.
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

/** Whether a value is a constant. */
export function isConstant(value: unknown): boolean {
  return typeof value === "object" && value !== null && CONSTANTS.has(value);
}

/** The JSON text of a constant, if it is known. */
export function constantText(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? TEXTS.get(value) : undefined;
}

/** Deeply freezes a value. */
export function freeze(value: object): void {
  for (const child of Object.values(value)) if (typeof child === "object" && child !== null) freeze(child);
  Object.freeze(value);
}
