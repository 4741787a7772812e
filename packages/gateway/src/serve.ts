import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { isLoopback } from "./config/loopback.ts";
import { Gateway } from "./gateway.ts";
import { Inspector } from "./inspector/inspector.ts";
import { loadInspectorPage } from "./inspector/load-page.ts";
import type { ClientCard } from "./inspector/protocol.ts";
import type { Log } from "./observe/log.ts";
import type { LocalSystem } from "./providers/credentials/credentials.ts";
import { FileStore } from "./store/file.ts";
import { openStores } from "./store/open.ts";
import type { ResponseStore } from "./store/store.ts";
import { Telemetry } from "./telemetry/telemetry.ts";
import { nodeSystem } from "./transports/node/local-system.ts";
import { hasDispatch, nodeSend } from "./transports/node/send.ts";
import { type ListenOptions, listen } from "./transports/node/server.ts";
import { webSend } from "./transports/web/send.ts";

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

/** Why a gateway was not started. */
export class ServeError extends Error {
  override readonly name: string = "ServeError";
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
  system = nodeSystem,
  store: given,
  insecure = false,
  clientCards,
  ...options
}: ServeOptions): Promise<Served> {
  const { host = config.server.host, port = config.server.port } = options;
  if (!isLoopback(host) && config.keys.length === 0 && !insecure)
    throw new ServeError(
      `without keys, only this machine may reach the gateway: give it keys (keys: in the config, or TOOLGLOT_KEYS) to listen on ${host}`,
    );
  const { send, close: closeSender } = hasDispatch ? nodeSend() : { send: webSend, close: async () => {} };
  const onTrouble = (trouble: string | undefined) => {
    gateway.report("store", trouble);
    if (trouble !== undefined) gateway.log("warn", "store", trouble);
  };
  const stores = given === undefined ? await openStores(config, onTrouble) : { store: given, reasoning: given };
  const { store, reasoning } = stores;
  const lag = new LagMeter();
  const page = await loadInspectorPage();
  const settings = { ...config, server: { ...config.server, host, port } };
  const gateway = new Gateway({
    config: settings,
    send,
    system,
    ...stores,
    lag: () => lag.milliseconds,
    inspector: (services) => new Inspector({ services, page, clientCards }),
    telemetry: (services) => new Telemetry(services, send),
    ...(log === undefined ? {} : { log }),
    ...(clock === undefined ? {} : { clock }),
  });
  const server = await listen(gateway, { ...options, host, port });
  for (const each of [store, reasoning]) if (each instanceof FileStore) await each.open();
  const finish = async () => {
    await server.close();
    lag.stop();
    await gateway.telemetry?.close();
    const opened = reasoning === store ? [gateway.store] : [gateway.store, gateway.reasoning];
    await Promise.all([...opened.map((each) => each.close()), gateway.limits.close(), closeSender()]);
  };
  return { url: server.url, port: server.port, gateway, close: finish };
}

/** In milliseconds. */
const TICK = 100;

/** Measures how late the event loop is: the least delay of the last ticks, so that a single late tick does not count. */
class LagMeter {
  private delays: readonly number[] = [];
  private expected = Date.now() + TICK;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor() {
    this.timer = setInterval(() => this.tick(), TICK);
    this.timer.unref();
  }

  get milliseconds(): number {
    return this.delays.length < TICKS ? 0 : Math.min(...this.delays);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = Date.now();
    this.delays = [...this.delays, Math.max(0, now - this.expected)].slice(-TICKS);
    this.expected = now + TICK;
  }
}

const TICKS = 3;
