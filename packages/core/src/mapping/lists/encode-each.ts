/** What is written for each item, in one list; what cannot be said leaves nothing. */
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
