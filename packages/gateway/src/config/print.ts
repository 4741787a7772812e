import type { Config, Provider, StateSettings, Target } from "./config.ts";

/**
 * A config without anything that may be a secret.
 *
 * @example
 * const config = await environmentConfig({ OPENAI_API_KEY: "sk-1" });
 * JSON.stringify(redactedConfig(config)).includes("sk-1"); // false
 */
export function redactedConfig(config: Config): Record<string, unknown> {
  const { providers, routes, keys, server, store, state, usage, inspector, telemetry } = config;
  return {
    providers: Object.fromEntries([...providers].map(([name, provider]) => [name, redactedProvider(provider)])),
    routes: routes.map(({ headers, to, ...route }) => ({
      ...route,
      to: to.map(targetText),
      ...redactedHeaders(headers),
    })),
    keys: keys.map(({ sha256: _, ...key }) => ({ ...key, sha256: HIDDEN })),
    server,
    store,
    ...(state === undefined ? {} : { state: redactedState(state) }),
    usage,
    inspector,
    ...(telemetry === undefined ? {} : { telemetry: { ...telemetry, ...redactedHeaders(telemetry.headers) } }),
  };
}

const HIDDEN = "[redacted]";

function targetText({ provider, model, weight }: Target): unknown {
  const target = model === undefined ? provider : `${provider}/${model}`;
  return weight === undefined ? target : { target, weight };
}

function redactedProvider({ name: _, apiKey, apiKeys, auth, headers, ...provider }: Provider): Record<string, unknown> {
  return {
    ...provider,
    ...(apiKey === undefined ? {} : { apiKey: HIDDEN }),
    ...(apiKeys === undefined ? {} : { apiKeys: apiKeys.map((each) => ({ ...each, key: HIDDEN })) }),
    ...(auth === undefined ? {} : { auth: { [auth.type]: HIDDEN } }),
    ...redactedHeaders(headers),
  };
}

// Any header may contain a secret.
function redactedHeaders(headers: Provider["headers"]): Record<string, unknown> {
  const names = Object.keys(headers);
  return names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, HIDDEN])) };
}

function redactedState({ redis, ...state }: StateSettings): Record<string, unknown> {
  const { urls, password, ...rest } = redis;
  const shown = urls.map((url) => {
    const plain = new URL(url);
    if (plain.password !== "") plain.password = HIDDEN;
    return plain.href;
  });
  return { ...state, redis: { ...rest, urls: shown, ...(password === undefined ? {} : { password: HIDDEN }) } };
}
