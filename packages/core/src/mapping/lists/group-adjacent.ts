/** Neighbours with the same key together; what has no key stands alone. */
export function groupAdjacent<T>(items: readonly T[], keyOf: (item: T) => string | undefined): [T, ...T[]][] {
  const runs: [T, ...T[]][] = [];
  let last: string | undefined;
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined && key === last) runs.at(-1)?.push(item);
    else runs.push([item]);
    last = key;
  }
  return runs;
}
