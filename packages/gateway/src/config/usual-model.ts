import type { Preset } from "../providers/preset.ts";
import { vendors } from "../providers/vendors.ts";
import type { Provider } from "./config.ts";
import { isSimulated } from "./simulated.ts";

/**
 * A model that a provider has: that of the vendor at the same host, or whose models the platform serves.
 *
 * @example
 * const { providers } = await environmentConfig({});
 * [...providers.values()].map(usualModel); // ["default"]
 */
export function usualModel(provider: Provider): string | undefined {
  if (isSimulated(provider)) return "default";
  const { host } = new URL(provider.baseUrl);
  const { platform, dialect } = provider;
  // Vertex AI has the vendors' models by their own names.
  const isVendor = (vendor: Preset) =>
    platform?.name === "vertex" ? vendor.dialect === dialect : new URL(vendor.baseUrl).host === host;
  return vendors.find(isVendor)?.model;
}
