import type { Config } from "./config.ts";

/**
 * Whether clients need a key: there are some, or the shared state may have some.
 *
 * @example
 * needsKey(await environmentConfig({})); // false
 */
export function needsKey({ keys, state }: Pick<Config, "keys" | "state">): boolean {
  return keys.length > 0 || state?.keys === true;
}
