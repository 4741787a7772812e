/**
 * The getters of a class as own enumerable properties of its objects, so that spreading, comparing and stringifying find
 * them. All objects share the functions: getters of an object literal would keep what they close over alive for long.
 */
export function enumerableGetters(prototype: object, ...names: string[]): PropertyDescriptorMap {
  const shown = names.map((name) => {
    return [name, { ...Object.getOwnPropertyDescriptor(prototype, name), enumerable: true }] as const;
  });
  return Object.fromEntries(shown);
}
