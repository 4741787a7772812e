import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Gateway } from "./gateway.ts";
import { Inspector } from "./inspector/inspector.ts";
import { loadInspectorPage } from "./inspector/load-page.ts";
import type { ClientCard } from "./inspector/protocol.ts";
import { checkAddress, createNodeGateway, loadSoon } from "./node-gateway.ts";
import type { Log } from "./observe/log.ts";
import type { LocalSystem } from "./providers/credentials/credentials.ts";
import type { ResponseStore } from "./store/store.ts";
import { type ListenOptions, listen } from "./transports/node/server.ts";

/** How a gateway is started on Node. */
export interface ServeOptions extends Partial<ListenOptions> {
  readonly config: Config;
  readonly log?: Log;
  /** For timeouts and retries; by default the machine's clock. */
  readonly clock?: Clock;
  /** Where providers' credentials may be, besides the config; by default on this machine. */
  readonly system?: LocalSystem;
  /** Where responses are stored; by default as the config says. */
  readonly store?: ResponseStore;
  /** Allows a public address without keys: anybody who reaches it can spend its owner's money. */
  readonly insecure?: boolean;
  /** Called when all code is loaded, which is soon after the gateway listens. */
  readonly onLoaded?: () => void;
  /** The clients that the inspector's page shows, for a gateway at this address. */
  readonly clientCards?: (url: string) => readonly ClientCard[];
}

/** A running gateway. */
export interface Served {
  readonly url: string;
  readonly port: number;
  readonly gateway: Gateway;
  /** Waits for the requests in flight; a second call ends them. */
  close(): Promise<void>;
}

/**
 * Starts a gateway with the stores of its config and Node's transports.
 *
 * @example
 * const { url, close } = await serve({ config: await environmentConfig({}), port: 0 });
 * (await fetch(`${url}/readyz`)).status; // 200
 * await close();
 */
export async function serve({
  config,
  log,
  clock,
  system,
  store,
  insecure = false,
  clientCards,
  onLoaded,
  ...options
}: ServeOptions): Promise<Served> {
  const { host = config.server.host, port = config.server.port } = options;
  checkAddress(host, config, insecure);
  const page = await loadInspectorPage();
  const { gateway, open, close } = await createNodeGateway({
    config: { ...config, server: { ...config.server, host, port } },
    log,
    clock,
    system,
    stores: store === undefined ? undefined : { store, reasoning: store },
    inspector: (services) => new Inspector({ services, page, clientCards }),
  });
  const server = await listen(gateway, { ...options, host, port });
  await open();
  loadSoon(gateway, onLoaded);
  const finish = async () => {
    await server.close();
    await close();
  };
  return { url: server.url, port: server.port, gateway, close: finish };
}
