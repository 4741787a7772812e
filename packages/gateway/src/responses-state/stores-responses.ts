import { bindingFor } from "../bindings/index.ts";
import type { Provider } from "../config/config.ts";

/** Whether a provider speaks a dialect whose requests can refer to stored responses. */
export function isStateful({ dialect }: Pick<Provider, "dialect">): boolean {
  return bindingFor(dialect).stateful === true;
}

/**
 * Whether a provider stores its responses, so that a request can continue from one. Servers that imitate the API accept
 * `previous_response_id` and ignore it (Ollama) or refuse it (llama.cpp, OpenRouter). So a conversation is left only to
 * providers that are documented to store it, or that the config marks with `remembers`.
 */
export function storesResponses(provider: Provider): boolean {
  if (!isStateful(provider)) return false;
  const { baseUrl, remembers } = provider;
  if (remembers !== undefined) return remembers;
  const hosts = bindingFor(provider.dialect).provider.hostsThatStoreResponses ?? [];
  return URL.canParse(baseUrl) && hosts.some((host) => host.test(new URL(baseUrl).hostname));
}
