import { type DialectId, dialectNamed } from "@toolglot/core";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { ClientKey, Config, Provider, Route, ServerSettings } from "../../src/config/config.ts";
import {
  defaultInspector,
  defaultRetries,
  defaultServer,
  defaultStore,
  defaultTimeouts,
  defaultUsage,
} from "../../src/config/defaults.ts";
import type { LogRecord, RequestRecord } from "../../src/observe/log.ts";
import { type Served, type ServeOptions, serve } from "../../src/serve.ts";
import { until } from "./until.ts";

/** What a test says of a provider; its dialect is often known only at run time. */
export type ProviderSetup = Omit<Partial<Provider>, "dialect"> &
  Pick<Provider, "baseUrl"> & { readonly dialect: string };

/** The settings of a test's gateway; the others have their defaults. */
export interface GatewaySetup {
  readonly providers: Readonly<Record<string, ProviderSetup>>;
  readonly routes?: readonly (Partial<Route> & Pick<Route, "match" | "to">)[];
  readonly server?: Partial<ServerSettings>;
  readonly keys?: readonly ClientKey[];
  readonly store?: Partial<Config["store"]>;
  readonly inspector?: Partial<Config["inspector"]>;
  readonly state?: Config["state"];
  readonly telemetry?: Config["telemetry"];
  readonly listen?: Partial<ServeOptions>;
}

/** A gateway that is closed after the test. */
export interface TestGateway extends Served {
  readonly records: LogRecord[];
  /** Resolves when so many requests have been logged. */
  requests(count: number): Promise<RequestRecord[]>;
}

export async function startGateway(setup: GatewaySetup): Promise<TestGateway> {
  const records: LogRecord[] = [];
  const served = await serve({
    config: configOf(setup),
    port: 0,
    log: (record) => records.push(record),
    ...setup.listen,
  });
  afterTest(() => {
    // The second call ends it at once.
    void served.close();
    return served.close();
  });
  return { ...served, records, requests: (count) => reported(records, count) };
}

export function configOf(setup: GatewaySetup): Config {
  const { providers, routes, server, keys = [], store, state, inspector, telemetry } = setup;
  const names = Object.keys(providers);
  const defaults: Route[] = names.slice(0, 1).map((provider) => ({ match: "*", to: [{ provider }], headers: {} }));
  return {
    providers: new Map(
      Object.entries(providers).map(([name, provider]) => [
        name,
        { ...defaultProvider(name), ...provider, dialect: dialectNamed(provider.dialect) as DialectId },
      ]),
    ),
    routes: routes?.map((route) => ({ headers: {}, ...route })) ?? defaults,
    keys,
    server: { ...defaultServer, maxLag: 0, ...server },
    store: { ...defaultStore, ...store },
    usage: defaultUsage,
    inspector: { ...defaultInspector, ...inspector },
    ...(state === undefined ? {} : { state }),
    ...(telemetry === undefined ? {} : { telemetry }),
  };
}

function defaultProvider(name: string): Omit<Provider, "dialect" | "baseUrl"> {
  return {
    name,
    apiKey: `key-of-${name}`,
    headers: {},
    timeouts: defaultTimeouts,
    retries: { ...defaultRetries, delay: 5 },
    onLoss: "report",
    models: [],
  };
}

async function reported(records: readonly LogRecord[], count: number): Promise<RequestRecord[]> {
  const found = () => records.filter((record): record is RequestRecord => "outcome" in record);
  await until(() => found().length >= count);
  if (found().length < count) throw new Error(`${found().length} requests were logged, and not ${count}`);
  return found();
}
