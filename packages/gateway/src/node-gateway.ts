import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { isLoopback } from "./config/loopback.ts";
import { needsKey } from "./config/needs-key.ts";
import { Gateway, type GatewayOptions } from "./gateway.ts";
import type { Log } from "./observe/log.ts";
import type { LocalSystem } from "./providers/credentials/credentials.ts";
import { FileStore } from "./store/file.ts";
import { openStores, type Stores } from "./store/open.ts";
import { Telemetry } from "./telemetry/telemetry.ts";
import { nodeClock } from "./transports/node/clock.ts";
import { LagMeter } from "./transports/node/lag-meter.ts";
import { nodeSystem } from "./transports/node/local-system.ts";
import { hasDispatch, nodeSend } from "./transports/node/send.ts";
import { webSend } from "./transports/web/send.ts";

/** Why a gateway was not started. */
export class ServeError extends Error {
  override readonly name: string = "ServeError";
}

/** Throws if anybody could use the gateway. */
export function checkAddress(host: string, config: Config, insecure: boolean): void {
  if (!isLoopback(host) && !needsKey(config) && !insecure)
    throw new ServeError(
      `without keys, only this machine may reach the gateway: give it keys (keys: in the config, or TOOLGLOT_KEYS) to listen on ${host}`,
    );
}

export interface NodeGatewayOptions
  extends Pick<GatewayOptions, "inspector" | "metrics" | "usageLog" | "otherReports" | "nextScript" | "worker"> {
  readonly config: Config;
  readonly log?: Log | undefined;
  readonly logLines?: GatewayOptions["logLines"] | undefined;
  readonly clock?: Clock | undefined;
  readonly system?: LocalSystem | undefined;
  /** By default as the config says. */
  readonly stores?: Stores | undefined;
}

/** A gateway with Node's transports and its stores, before it listens. */
export interface NodeGateway {
  readonly gateway: Gateway;
  readonly stores: Stores;
  /** Reads the files of the stores. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export async function createNodeGateway(options: NodeGatewayOptions): Promise<NodeGateway> {
  const { config, log, logLines, clock = nodeClock(), system = nodeSystem, stores: given, ...more } = options;
  const { send, close: closeSender } = hasDispatch ? nodeSend() : { send: webSend, close: async () => {} };
  const onTroubleOf = (part: string) => (trouble: string | undefined) => gateway.reportStore(part, trouble);
  const stores = given ?? (await openStores(config, onTroubleOf));
  const { store, reasoning } = stores;
  const lag = new LagMeter();
  const gateway = new Gateway({
    config,
    send,
    clock,
    system,
    ...stores,
    lag: () => lag.milliseconds,
    telemetry: (services) => new Telemetry(services, send),
    ...more,
    ...(log === undefined ? {} : { log }),
    ...(logLines === undefined ? {} : { logLines }),
  });
  return {
    gateway,
    stores,
    open: async () => {
      for (const each of [store, reasoning]) if (each instanceof FileStore) await each.open();
      await gateway.sharedKeys?.loaded;
    },
    close: async () => {
      lag.stop();
      await gateway.telemetry?.close();
      gateway.sharedKeys?.close();
      // They may have something to write, by a connection that the stores share.
      await gateway.usage.close();
      await gateway.limits.close();
      const opened = reasoning === store ? [gateway.store] : [gateway.store, gateway.reasoning];
      await Promise.all([...opened.map((each) => each.close()), closeSender()]);
    },
  };
}

/** Loads what requests need when there is nothing else to do, so that the first one does not wait for all of it. */
export function loadSoon(gateway: Gateway, onLoaded: () => void = () => {}): void {
  const load = async () => {
    await gateway.load();
    onLoaded();
  };
  const report = (error: unknown) => {
    // A gateway that stops meanwhile waits for nothing.
    if (!gateway.isDraining) gateway.reportBug(error);
  };
  setImmediate(() => load().catch(report));
}
