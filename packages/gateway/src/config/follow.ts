import { isLoopback } from "../door.ts";
import type { Gateway } from "../gateway.ts";
import type { Config } from "./config.ts";
import { type LoadOptions, loadConfig } from "./load.ts";
import { type Watch, watchConfig } from "./watch.ts";

/** The part of a gateway that a config is for. */
export type Configured = Pick<Gateway, "config" | "configure" | "report" | "log">;

/**
 * Keeps a gateway to what its config's file says. A file with mistakes changes nothing: what held before holds on, and
 * the log and `/readyz` say why.
 */
export function followConfig(path: string, gateway: Configured, options: Pick<LoadOptions, "env">): Watch {
  let turn = Promise.resolve();
  const reload = async () => {
    try {
      apply(await loadConfig(path, { ...options, warn: (text) => gateway.log("warn", "config", text) }), gateway);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      gateway.report("config", reason);
      gateway.log("error", "config", `the config was not read anew, and the old one holds on: ${reason}`);
    }
  };
  return watchConfig(path, () => {
    // One after the other, so that the newest is the one that stays.
    turn = turn.then(reload);
  });
}

function apply(config: Config, gateway: Configured): void {
  const { server, store, keys } = gateway.config;
  if (keys.length > 0 && config.keys.length === 0 && !isLoopback(server.host))
    throw new Error(`without keys, everybody who reaches ${server.host} could use the gateway; leave at least one`);
  const { host, port } = config.server;
  // An address is taken once, at the start, and so are the bounds of the store.
  gateway.configure({ ...config, server: { ...config.server, host: server.host, port: server.port }, store });
  gateway.report("config", undefined);
  gateway.log("info", "config", "the config was read anew");
  if (host !== server.host || port !== server.port || JSON.stringify(config.store) !== JSON.stringify(store))
    gateway.log(
      "warn",
      "config",
      "server.host, server.port and store hold as they were at the start; restart to change them",
    );
}
