import type { Config, Provider } from "./config.ts";

/**
 * A config without anything that may be a secret.
 *
 * @example
 * const config = await environmentConfig({ OPENAI_API_KEY: "sk-1" });
 * JSON.stringify(redactedConfig(config)).includes("sk-1"); // false
 */
export function redactedConfig({ providers, routes, keys, server, store, inspector }: Config): Record<string, unknown> {
  return {
    providers: Object.fromEntries([...providers].map(([name, provider]) => [name, redactedProvider(provider)])),
    routes: routes.map(({ headers, to, ...route }) => ({
      ...route,
      to: to.map(({ provider, model }) => (model === undefined ? provider : `${provider}/${model}`)),
      ...redactedHeaders(headers),
    })),
    keys: keys.map(({ sha256: _, ...key }) => ({ ...key, sha256: HIDDEN })),
    server,
    store,
    inspector,
  };
}

const HIDDEN = "[redacted]";

function redactedProvider({ name: _, apiKey, headers, ...provider }: Provider): Record<string, unknown> {
  return { ...provider, ...(apiKey === undefined ? {} : { apiKey: HIDDEN }), ...redactedHeaders(headers) };
}

// Any header may contain a secret.
function redactedHeaders(headers: Provider["headers"]): Record<string, unknown> {
  const names = Object.keys(headers);
  return names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, HIDDEN])) };
}
