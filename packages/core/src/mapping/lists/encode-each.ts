// For codecs whose items are written as several objects, or as none: Chat Completions writes one message with two
// results as two messages.

/** Encodes items into one list; an item may give one object, several or none. */
export function encodeEach<T, Wire extends object>(
  items: readonly T[],
  write: (item: T) => Wire | NoInfer<readonly Wire[]> | undefined,
): Wire[] {
  const all: Wire[] = [];
  for (const item of items) {
    const wire = write(item);
    if (Array.isArray(wire)) all.push(...(wire as readonly Wire[]));
    else if (wire !== undefined) all.push(wire as Wire);
  }
  return all;
}
