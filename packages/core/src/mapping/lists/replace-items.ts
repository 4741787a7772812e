// Most passes over a conversation change nothing: they return the list that they got, which costs no copy and lets
// later passes see that nothing has changed.

/** Replaces items of a list; returns the same list if none changes. An item may be replaced by several. */
export function replaceItems<T extends object>(
  items: readonly T[],
  replace: (item: T, index: number) => T | readonly T[],
): readonly T[] {
  let changed: T[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as T;
    const now = replace(item, index);
    if (changed === undefined && now === item) continue;
    changed ??= items.slice(0, index);
    if (Array.isArray(now)) changed.push(...now);
    else changed.push(now as T);
  }
  return changed ?? items;
}
