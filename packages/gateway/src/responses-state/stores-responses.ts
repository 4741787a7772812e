import type { StoredState } from "../bindings/binding.ts";
import { bindingFor } from "../bindings/index.ts";
import type { Provider } from "../config/config.ts";
import { providerBinding } from "../providers/platforms/index.ts";

/** A dialect whose requests can refer to stored responses, and how they do. */
export interface StatefulDialect {
  readonly dialect: string;
  readonly state: StoredState;
}

/** How the requests of a dialect refer to stored responses; `undefined` if they cannot. */
export function statefulDialect(dialect: string): StatefulDialect | undefined {
  const { stateful } = bindingFor(dialect);
  return stateful && { dialect, state: stateful };
}

/** Whether a provider makes the ids and items that clients of the dialect get. */
export function speaks(provider: Provider, { dialect }: StatefulDialect): boolean {
  return provider.dialect === dialect;
}

/**
 * Whether a provider stores its responses for clients of the dialect, so that a request can continue from one. Servers that imitate the API accept
 * `previous_response_id` and ignore it (Ollama) or refuse it (llama.cpp, OpenRouter). So a conversation is left only to
 * providers that are documented to store it, or that the config marks with `remembers`.
 */
export function storesResponses(provider: Provider, stateful: StatefulDialect): boolean {
  if (!speaks(provider, stateful)) return false;
  const { baseUrl, remembers } = provider;
  if (remembers !== undefined) return remembers;
  const hosts = providerBinding(provider).hostsThatStoreResponses ?? [];
  return URL.canParse(baseUrl) && hosts.some((host) => host.test(new URL(baseUrl).hostname));
}
