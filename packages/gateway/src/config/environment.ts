import type { Environment } from "../providers/environment.ts";
import type { Preset } from "../providers/preset.ts";
import { isFirstOfItsVariable, presets, sharing } from "../providers/presets.ts";
import type { Config, FoundBy, Provider, Route } from "./config.ts";
import { defaultInspector, defaultServer, defaultStore, defaultUsage } from "./defaults.ts";
import { defined } from "./fields.ts";
import { resolvePreset } from "./from-preset.ts";
import { environmentKeys, environmentSecrets } from "./keys.ts";
import { environmentPlace } from "./preset-place.ts";
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
    usage: defaultUsage,
    inspector: defaultInspector,
    secrets,
  };
}

/** The presets whose keys are in the environment, and the routes to them. */
export function environmentProviders(env: Environment): Pick<Config, "providers" | "routes"> {
  const keyed = presets.flatMap((preset) => {
    const provider = isFirstOfItsVariable(preset) ? providerOf(preset, env) : undefined;
    return provider === undefined ? [] : [{ preset, provider }];
  });
  const providers = [...keyed.map(({ provider }) => provider), simulated];
  return {
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    routes: routesTo(keyed.map(({ preset }) => preset)),
  };
}

function providerOf(preset: Preset, env: Environment): Provider | undefined {
  const { name, dialect, auth } = preset;
  const resolved = resolvePreset(preset, env);
  const { key, headers, setBy } = resolved;
  const place = environmentPlace(preset, resolved);
  if (setBy === undefined || place === undefined) return undefined;
  const provider = defaultProvider({ name, dialect, ...place, ...defined({ auth, apiKey: key?.value }) });
  return { ...provider, headers, foundBy: foundBy(preset, setBy) };
}

function foundBy(preset: Preset, variable: string): FoundBy {
  const others = sharing(preset).map(({ name }) => name);
  return {
    variable,
    ...(others.length === 0 ? {} : { others }),
    ...(preset.isNamedOnly === undefined ? {} : { isNamedOnly: true }),
  };
}

// The simulated provider is never a fallback of a real one: its response would pass for a success.
function routesTo(keyed: readonly Preset[]): Route[] {
  const named = keyed.flatMap(({ name, models }) =>
    models.map((match) => ({ match, to: [{ provider: name }], headers: {} })),
  );
  const first = keyed.find(({ isNamedOnly }) => isNamedOnly === undefined);
  if (first === undefined) return [{ match: "*", to: [{ provider: "sim", model: "default" }], headers: {} }];
  const model = first.model === undefined ? {} : { model: first.model };
  return [...named, { match: "*", to: [{ provider: first.name, ...model }], headers: {} }];
}
