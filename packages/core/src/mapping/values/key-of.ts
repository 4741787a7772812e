// Looking up tables such as `end_turn` → `end` in the other direction.

/** The key that a table has for a value: the wire's word for a canonical one. */
export function keyOf(entries: Iterable<readonly [key: string, value: string]>, value: unknown): string | undefined {
  for (const [key, each] of entries) if (each === value) return key;
  return undefined;
}
