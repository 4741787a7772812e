/**
 * The getters of a class as properties of its objects, so that whoever copies, compares or writes one finds them. They are
 * the same functions for all: what the getters of a literal reach, the engine keeps until it next looks through the whole of
 * its memory.
 */
export function enumerableGetters(prototype: object, ...names: string[]): PropertyDescriptorMap {
  const shown = names.map((name) => {
    return [name, { ...Object.getOwnPropertyDescriptor(prototype, name), enumerable: true }] as const;
  });
  return Object.fromEntries(shown);
}
