/**
 * Defines the getters of a class as own enumerable properties of its objects, so that spreading, comparing and
 * stringifying include them. All objects share the functions: getters in an object literal would keep their closures
 * alive.
 */
export function enumerableGetters(prototype: object, ...names: string[]): PropertyDescriptorMap {
  const shown = names.map((name) => {
    return [name, { ...Object.getOwnPropertyDescriptor(prototype, name), enumerable: true }] as const;
  });
  return Object.fromEntries(shown);
}
