import type { Environment } from "../providers/environment.ts";
import { type Preset, presets } from "../providers/presets.ts";
import type { Config, Provider, Route } from "./config.ts";
import { defaultServer, defaultStore } from "./defaults.ts";
import { environmentKeys, environmentSecrets } from "./keys.ts";
import { plainProvider, simulated } from "./providers.ts";

/** What holds without a config: the vendors whose keys the environment has, and the simulated provider. */
export async function environmentConfig(env: Environment): Promise<Config> {
  const { providers, routes } = environmentProviders(env);
  const keys = await environmentKeys(env);
  const secrets = environmentSecrets(env);
  return { providers, routes, keys, server: defaultServer, store: defaultStore, secrets };
}

/** The providers of the environment, and the routes to them. */
export function environmentProviders(env: Environment): Pick<Config, "providers" | "routes"> {
  const keyed = presets.flatMap((vendor) => {
    const provider = providerOf(vendor, env);
    return provider === undefined ? [] : [{ vendor, provider }];
  });
  const providers = [...keyed.map(({ provider }) => provider), simulated];
  return {
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    routes: routesTo(keyed.map(({ vendor }) => vendor)),
  };
}

function providerOf({ name, dialect, baseUrl, keys, host }: Preset, env: Environment): Provider | undefined {
  const apiKey = keys.map((variable) => env[variable]?.trim()).find((key) => key !== undefined && key !== "");
  const told = host === undefined ? undefined : host.read(env);
  if (apiKey === undefined && told === undefined) return undefined;
  // The vendor's key is for the vendor's own machines.
  const keyed = apiKey !== undefined && (told === undefined || hostIn(told) === hostIn(baseUrl));
  return plainProvider({ name, dialect, baseUrl: told ?? baseUrl, ...(keyed ? { apiKey } : {}) });
}

function hostIn(url: string): string {
  return new URL(url).hostname;
}

// The simulated provider is never behind a real one: its answer would pass for a success.
function routesTo(keyed: readonly Preset[]): Route[] {
  const own = keyed.flatMap(({ name, models }) =>
    models.map((match) => ({ match, to: [{ provider: name }], headers: {} })),
  );
  const [first] = keyed;
  const rest =
    first === undefined ? { provider: "sim", model: "default" } : { provider: first.name, model: first.model };
  return [...own, { match: "*", to: [rest], headers: {} }];
}
