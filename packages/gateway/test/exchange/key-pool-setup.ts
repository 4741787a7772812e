import type { ProviderKey } from "../../src/providers/provider-key.ts";
import type { GatewaySetup, ProviderSetup } from "../support/gateway.ts";
import { KEYED_MODEL, KeyedProvider } from "../support/keyed-provider.ts";

export const KEYS: readonly ProviderKey[] = ["a", "b", "c"].map((name) => ({ name, key: `sk-key-${name}`, weight: 1 }));

export const RETRIES = { attempts: 2, delay: 1, maxDelay: 20_000 };

export function pooled(dialect = "openai-chat", more: Partial<ProviderSetup> = {}): GatewaySetup {
  const path = dialect.startsWith("openai") ? "/v1" : "";
  const baseUrl = `http://provider.test${path}`;
  const provider = { dialect, baseUrl, apiKeys: KEYS, retries: RETRIES, ...more };
  return { providers: { p: provider }, routes: [{ match: "*", to: [{ provider: "p", model: KEYED_MODEL }] }] };
}

/** The key that a conversation begins with. */
export async function firstKey(prompt: string, setup = pooled()): Promise<string> {
  const provider = new KeyedProvider(setup);
  await provider.ask(prompt);
  return provider.sent[0] ?? "";
}

export function nameOf(key: string): string {
  return KEYS.find((each) => each.key === key)?.name ?? "";
}
