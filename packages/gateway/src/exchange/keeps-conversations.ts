import type { Provider } from "../config/config.ts";
import { providerBinding } from "../providers/platforms/index.ts";

/**
 * Whether a provider keeps conversations between requests. Servers that imitate the API accept the fields for it and
 * ignore them, so only hosts that are documented to do so count, and providers that the config marks with `remembers`.
 */
export function keepsConversations(provider: Provider): boolean {
  const { baseUrl, remembers } = provider;
  if (remembers !== undefined) return remembers;
  const hosts = providerBinding(provider).hostsThatKeepConversations ?? [];
  return URL.canParse(baseUrl) && hosts.some((host) => host.test(new URL(baseUrl).hostname));
}
