import { vendors } from "../providers/vendors.ts";
import type { Provider } from "./config.ts";
import { isSimulated } from "./simulated.ts";

/**
 * A model that a provider has: that of the preset at the same host.
 *
 * @example
 * const { providers } = await environmentConfig({});
 * [...providers.values()].map(usualModel); // ["default"]
 */
export function usualModel(provider: Provider): string | undefined {
  if (isSimulated(provider)) return "default";
  const { host } = new URL(provider.baseUrl);
  return vendors.find(({ baseUrl }) => new URL(baseUrl).host === host)?.model;
}
