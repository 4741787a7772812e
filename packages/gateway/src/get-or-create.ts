/** A `Map` or a `WeakMap`. */
interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What a cache has for a key; created if it has nothing. */
export function getOrCreate<Key, Value>(cache: Cache<Key, Value>, key: Key, create: (key: Key) => Value): Value {
  const existing = cache.get(key);
  if (existing !== undefined) return existing;
  const created = create(key);
  cache.set(key, created);
  return created;
}
