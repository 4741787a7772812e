/**
 * A table of words of a wire format that has these entries alone. An object would also have those of its prototype: to a finish reason
 * `constructor` it would answer with a function.
 */
export function lookupTable<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null), entries);
}
