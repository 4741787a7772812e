/** A value that counts its accesses: an object's keys, one of its values, an item of an array. */
export function countAccesses<T extends object>(value: T): { value: T; count: () => number } {
  let count = 0;
  // The same part is the same object whenever it is looked at.
  const known = new WeakMap<object, object>();
  const handler: ProxyHandler<object> = {
    get(target, key, receiver) {
      count++;
      return watched(Reflect.get(target, key, receiver));
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      count += keys.length;
      return keys;
    },
  };
  const watched = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const proxy = known.get(part) ?? new Proxy(part, handler);
    known.set(part, proxy);
    return proxy;
  };
  return { value: watched(value) as T, count: () => count };
}
