import type { Config } from "./config.ts";
import { defaultInspector, defaultServer, defaultStore, defaultUsage } from "./defaults.ts";
import { environmentProviders } from "./environment.ts";
import { type ConfigContext, Field } from "./field.ts";
import { optional } from "./fields.ts";
import { environmentKeys, environmentSecrets, readKeys } from "./keys.ts";
import { readProviders, simulated } from "./providers.ts";
import { readSource } from "./read-source.ts";
import { readRoutes, routeToFirst } from "./routing.ts";
import { readInspector, readServer, readStore, readTelemetry, readUsage } from "./settings.ts";
import type { ConfigSource } from "./source.ts";
import { readState } from "./state.ts";

/** How a config is read. */
export interface ReadOptions extends ConfigContext {
  /** The name of the file, for errors. */
  readonly name: string;
  /** Leaves out the providers and the routes to them: their keys are needed only to send requests. */
  readonly withoutProviders?: boolean;
}

/**
 * Reads a config in YAML or JSON. Throws a `ConfigError` with all problems.
 *
 * @example
 * const text = "providers: { local: { dialect: ollama, baseUrl: http://127.0.0.1:11434 } }";
 * const { providers } = await readConfig(text, { name: "toolglot.yaml", env: {} });
 * providers.get("local")?.dialect; // "ollama"
 */
export function readConfig(text: string, options: ReadOptions): Promise<Config> {
  return readSource(text, options.name, (source) => configIn(source, options));
}

async function configIn(source: ConfigSource, options: ReadOptions): Promise<Config> {
  const fields = new Field(source.value, [], source, options).object([
    "$schema",
    "providers",
    "routes",
    "keys",
    "keyFile",
    "server",
    "store",
    "state",
    "usage",
    "inspector",
    "telemetry",
  ]);
  if (fields === undefined) throw source.error();
  optional(fields.$schema, (field) => field.text());
  const { keys, secrets } = (await optional(fields.keys, readKeys)) ?? { keys: [], secrets: [] };
  const keyFile = optional(fields.keyFile, () => fields.keyFile.filePath());
  const state = optional(fields.state, readState);
  if (state !== undefined && fields.store.value instanceof Map && fields.store.value.has("file"))
    fields.state.warn("is used instead of store.file", "leave store.file out");
  const telemetry = optional(fields.telemetry, readTelemetry);
  const config = {
    ...readDestinations(fields.providers, fields.routes, options),
    keys: [...keys, ...(await environmentKeys(options.env))],
    server: optional(fields.server, readServer) ?? defaultServer,
    store: optional(fields.store, readStore) ?? defaultStore,
    usage: optional(fields.usage, readUsage) ?? defaultUsage,
    inspector: optional(fields.inspector, readInspector) ?? defaultInspector,
    ...(keyFile === undefined ? {} : { keyFile }),
    ...(state === undefined ? {} : { state }),
    ...(telemetry === undefined ? {} : { telemetry }),
    secrets: [...secrets, ...environmentSecrets(options.env)],
  };
  source.check();
  return config;
}

// Without `providers`, those of the environment are used.
function readDestinations(
  providers: Field,
  routes: Field,
  { env, withoutProviders = false }: ReadOptions,
): Pick<Config, "providers" | "routes"> {
  if (withoutProviders) return { providers: new Map(), routes: [] };
  const { providers: configured, routes: defaults } = providers.absent
    ? environmentProviders(env)
    : fromFile(providers);
  // A route to an invalid provider is not reported as well.
  const names = new Set(
    [...configured.keys(), ...(providers.value instanceof Map ? providers.value.keys() : [])].map(String),
  );
  return { providers: configured, routes: optional(routes, () => readRoutes(routes, names)) ?? defaults };
}

function fromFile(field: Field): Pick<Config, "providers" | "routes"> {
  const providers = readProviders(field);
  if (!providers.has(simulated.name)) providers.set(simulated.name, simulated);
  return { providers, routes: routeToFirst(providers) };
}
