import type { Environment } from "../providers/environment.ts";
import { type Preset, presets } from "../providers/presets.ts";
import type { Config, Provider, Route } from "./config.ts";
import { defaultInspector, defaultServer, defaultStore } from "./defaults.ts";
import { environmentKeys, environmentSecrets } from "./keys.ts";
import { defaultProvider, simulated } from "./providers.ts";

/**
 * The config without a file: the presets whose keys are in the environment, and the simulated provider.
 *
 * @example
 * const { providers } = await environmentConfig({ OPENAI_API_KEY: "sk-1" });
 * [...providers.keys()]; // ["openai", "sim"]
 */
export async function environmentConfig(env: Environment): Promise<Config> {
  const { providers, routes } = environmentProviders(env);
  const keys = await environmentKeys(env);
  const secrets = environmentSecrets(env);
  return {
    providers,
    routes,
    keys,
    server: defaultServer,
    store: defaultStore,
    inspector: defaultInspector,
    secrets,
  };
}

/** The presets whose keys are in the environment, and the routes to them. */
export function environmentProviders(env: Environment): Pick<Config, "providers" | "routes"> {
  const keyed = presets.flatMap((preset) => {
    const provider = providerOf(preset, env);
    return provider === undefined ? [] : [{ preset, provider }];
  });
  const providers = [...keyed.map(({ provider }) => provider), simulated];
  return {
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    routes: routesTo(keyed.map(({ preset }) => preset)),
  };
}

function providerOf({ name, dialect, baseUrl, keys, host }: Preset, env: Environment): Provider | undefined {
  const apiKey = keys.map((variable) => env[variable]?.trim()).find((key) => key !== undefined && key !== "");
  const hostUrl = host === undefined ? undefined : host.read(env);
  if (apiKey === undefined && hostUrl === undefined) return undefined;
  // The vendor's key is only sent to the vendor's host.
  const usesKey = apiKey !== undefined && (hostUrl === undefined || hostIn(hostUrl) === hostIn(baseUrl));
  return defaultProvider({ name, dialect, baseUrl: hostUrl ?? baseUrl, ...(usesKey ? { apiKey } : {}) });
}

function hostIn(url: string): string {
  return new URL(url).hostname;
}

// The simulated provider is never a fallback of a real one: its response would pass for a success.
function routesTo(keyed: readonly Preset[]): Route[] {
  const named = keyed.flatMap(({ name, models }) =>
    models.map((match) => ({ match, to: [{ provider: name }], headers: {} })),
  );
  const [first] = keyed;
  const rest =
    first === undefined ? { provider: "sim", model: "default" } : { provider: first.name, model: first.model };
  return [...named, { match: "*", to: [rest], headers: {} }];
}
