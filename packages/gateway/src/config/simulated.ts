import { SIMULATED } from "../providers/simulated.ts";
import type { Config, Provider } from "./config.ts";

/**
 * Whether a provider is the built-in simulator, under whatever name.
 *
 * @example
 * isSimulated({ baseUrl: SIMULATED }); // true
 */
export function isSimulated({ baseUrl }: Pick<Provider, "baseUrl">): boolean {
  return baseUrl === SIMULATED;
}

/**
 * Whether there is no real provider for models that name none, so that the simulator answers them.
 *
 * @example
 * isSimulatedOnly(await environmentConfig({})); // true
 */
export function isSimulatedOnly({ providers }: Pick<Config, "providers">): boolean {
  return [...providers.values()].every((provider) => isSimulated(provider) || provider.foundBy?.isNamedOnly === true);
}
