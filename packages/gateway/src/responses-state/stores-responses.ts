import type { StoredState } from "../bindings/binding.ts";
import { bindingFor } from "../bindings/index.ts";
import type { Provider } from "../config/config.ts";
import { keepsConversations } from "../exchange/keeps-conversations.ts";

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
 * Whether a provider stores its responses for clients of the dialect, so that a request can continue from one. Ollama
 * accepts `previous_response_id` and ignores it; llama.cpp and OpenRouter refuse it.
 */
export function storesResponses(provider: Provider, stateful: StatefulDialect): boolean {
  return speaks(provider, stateful) && keepsConversations(provider);
}
