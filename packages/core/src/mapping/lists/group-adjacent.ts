// For dialects that hold together what others hold apart: the parts that came from one item of a response become one
// item again.

/** Groups adjacent items with the same key; an item without a key is a group of its own. */
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
