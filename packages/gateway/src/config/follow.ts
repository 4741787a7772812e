import type { Config } from "./config.ts";
import { type LoadOptions, loadConfig } from "./load.ts";
import { isLoopback } from "./loopback.ts";
import { needsKey } from "./needs-key.ts";
import { type Watch, watchConfig } from "./watch.ts";

/** A gateway, as far as it can be configured. */
export interface Configurable {
  readonly config: Config;
  configure(config: Config): void;
  report(part: string, trouble: string | undefined): void;
  log(level: "info" | "warn" | "error", event: string, message: string): void;
}

/** A config that a gateway follows. */
export interface FollowedConfig extends Watch {
  /** Reads the file now, with all that it refers to. */
  reload(): void;
}

/**
 * Reloads a gateway's config when its file or its file of keys changes. An invalid file changes nothing; the log and `/readyz` show its
 * problems.
 *
 * @example
 * const { env } = process;
 * const { gateway } = await serve({ config: await loadConfig("toolglot.yaml", { env }) });
 * const watch = followConfig("toolglot.yaml", gateway, { env });
 */
export function followConfig(path: string, gateway: Configurable, options: FollowOptions): FollowedConfig {
  const follower = new Follower(path, gateway, options);
  // One after the other, so that the newest version wins.
  let turn = follower.begin();
  const reload = () => {
    turn = turn.then(() => follower.reload());
  };
  const { keyFile } = gateway.config;
  const watches = [path, ...(keyFile === undefined ? [] : [keyFile])].map((file) => watchConfig(file, reload));
  return {
    reload,
    close: () => {
      for (const watch of watches) watch.close();
    },
  };
}

/** How the file is read. */
export type FollowOptions = Pick<LoadOptions, "env" | "trusted">;

class Follower {
  private readonly path: string;
  private readonly gateway: Configurable;
  private readonly options: FollowOptions;
  private fixedSettings: string | undefined;

  constructor(path: string, gateway: Configurable, options: FollowOptions) {
    this.path = path;
    this.gateway = gateway;
    this.options = options;
  }

  async begin(): Promise<void> {
    const first = await loadConfig(this.path, this.options).catch(() => this.gateway.config);
    this.fixedSettings = fixedSettingsOf(first);
  }

  async reload(): Promise<void> {
    const warn = (warning: string) => this.gateway.log("warn", "config", warning);
    try {
      this.apply(await loadConfig(this.path, { ...this.options, warn }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.gateway.report("config", reason);
      this.gateway.log("error", "config", `the config was not reloaded, and the old one stays in use: ${reason}`);
    }
  }

  private apply(config: Config): void {
    const { gateway } = this;
    const { server, store, state } = gateway.config;
    const isOpen = !needsKey({ keys: config.keys, ...(state === undefined ? {} : { state }) });
    if (needsKey(gateway.config) && isOpen && !isLoopback(server.host))
      throw new Error(`without keys, everybody who reaches ${server.host} could use the gateway; leave at least one`);
    const { state: _, ...rest } = config;
    const { tls: _tls, ...settings } = config.server;
    const { host, port, tls } = server;
    const address = { ...settings, host, port, ...(tls === undefined ? {} : { tls }) };
    gateway.configure({ ...rest, server: address, store, ...(state === undefined ? {} : { state }) });
    gateway.report("config", undefined);
    gateway.log("info", "config", "the config was reloaded");
    if (fixedSettingsOf(config) !== this.fixedSettings) gateway.log("warn", "config", RESTART);
  }
}

const RESTART =
  "server.host, server.port, server.tls, server.workers, store and state are set at the start only; restart to change them";

// The address and the stores are set once, at the start, by the file or by options.
function fixedSettingsOf({ server: { host, port, tls, workers }, store, state }: Config): string {
  return JSON.stringify([host, port, tls, workers, store, state]);
}
