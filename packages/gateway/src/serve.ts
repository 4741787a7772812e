import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { isLoopback } from "./config/loopback.ts";
import { Gateway } from "./gateway.ts";
import { Inspector } from "./inspector/inspector.ts";
import { loadInspectorPage } from "./inspector/load-page.ts";
import type { ClientCard } from "./inspector/protocol.ts";
import type { Log } from "./observe/log.ts";
import { FileStore } from "./store/file.ts";
import { MemoryStore } from "./store/memory.ts";
import type { ResponseStore } from "./store/store.ts";
import { nodeSend } from "./transports/node/send.ts";
import { type ListenOptions, listen } from "./transports/node/server.ts";

/** How a gateway is started on Node. */
export interface ServeOptions extends Partial<ListenOptions> {
  readonly config: Config;
  readonly log?: Log;
  /** For timeouts and retries; by default the machine's clock. */
  readonly clock?: Clock;
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
  const { send, close: closeSender } = nodeSend();
  const onTrouble = (trouble: string | undefined) => {
    gateway.report("store", trouble);
    if (trouble !== undefined) gateway.log("warn", "store", trouble);
  };
  const store = given ?? storeFor(config.store, onTrouble);
  const reasoning = given ?? reasoningStoreFor(config.store, onTrouble);
  const lag = new LagMeter();
  const page = await loadInspectorPage();
  const settings = { ...config, server: { ...config.server, host, port } };
  const gateway = new Gateway({
    config: settings,
    send,
    store,
    reasoning,
    lag: () => lag.milliseconds,
    inspector: (services) => new Inspector({ services, page, clientCards }),
    ...(log === undefined ? {} : { log }),
    ...(clock === undefined ? {} : { clock }),
  });
  const server = await listen(gateway, { ...options, host, port });
  for (const each of [store, reasoning]) if (each instanceof FileStore) await each.open();
  const finish = async () => {
    await server.close();
    lag.stop();
    const stores = reasoning === store ? [gateway.store] : [gateway.store, gateway.reasoning];
    await Promise.all([...stores.map((each) => each.close()), closeSender()]);
  };
  return { url: server.url, port: server.port, gateway, close: finish };
}

type OnTrouble = (trouble: string | undefined) => void;

function storeFor(store: Config["store"], onTrouble: OnTrouble): ResponseStore {
  const { file } = store;
  return file === undefined ? new MemoryStore(store) : new FileStore({ ...store, file, onTrouble });
}

// A store of its own, so that responses and reasoning do not evict each other.
function reasoningStoreFor({ file, reasoning }: Config["store"], onTrouble: OnTrouble): ResponseStore {
  if (file === undefined) return new MemoryStore(reasoning);
  return new FileStore({ ...reasoning, file: `${file}.reasoning`, onTrouble });
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
