import type { JsonObject } from "@toolglot/core";
import type { Refusal } from "../registry.ts";
import type { RunnableTool } from "../tool.ts";
import type { ServerConfig, ServersConfig } from "./config.ts";
import type { ServerConnection } from "./connection.ts";
import { uniqueNames } from "./names.ts";
import { runnableTool, usableTools } from "./remote-tool.ts";
import { resolveLimits, type ServerLimits } from "./server-limits.ts";

/** How to connect to servers. The limits in a server's own config take precedence. */
export interface ConnectServersOptions extends Partial<ServerLimits> {
  /** Names of other tools, which the tools of servers must not use. */
  readonly reservedNames?: Iterable<string>;
  /** How long to wait for all servers, in milliseconds. Default: until each has connected or failed. */
  readonly wait?: number;
}

/** Connected servers and their tools. */
export interface ConnectedServers {
  /** The current tools. */
  readonly tools: RunnableTool[];
  /** Servers that failed, and tools that cannot be used. */
  readonly refusals: Refusal[];
  /** The servers that have neither connected nor failed yet. */
  readonly pending: readonly string[];
  /** Resolves when no server is pending. */
  readonly settled: Promise<void>;
  /** Replaces the reserved names; tools of servers are renamed if necessary. */
  reserve(names: Iterable<string>): void;
  /** Calls the listener when tools were added, removed or changed. */
  onChange(listener: (tools: RunnableTool[]) => void): void;
  /** Closes all connections and stops the servers that were started for them. */
  close(): Promise<void>;
}

/**
 * Connects to MCP servers in parallel. A server that does not start, hangs or does not speak MCP becomes a refusal; the
 * others are unaffected.
 *
 * @example
 * const servers = await connectServers(await readServers("mcp.json"));
 * const registry = new Registry(servers.tools, servers.refusals);
 * await servers.close();
 */
export async function connectServers(
  { servers }: ServersConfig,
  options: ConnectServersOptions = {},
): Promise<ConnectedServers> {
  const connected = new Servers(servers, options);
  await connected.connect(options.wait);
  return connected;
}

/** The state of one server. */
interface ServerState {
  readonly connection?: ServerConnection;
  readonly definitions: readonly JsonObject[];
  readonly refusals: readonly Refusal[];
  /** Whether it has listed its tools or failed. */
  readonly isReady?: true;
}

class Servers implements ConnectedServers {
  tools: RunnableTool[] = [];
  refusals: Refusal[] = [];
  settled: Promise<void> = Promise.resolve();
  private isClosed = false;
  private readonly order: readonly ServerConfig[];
  private readonly entries = new Map<ServerConfig, ServerState>();
  private readonly listeners: ((tools: RunnableTool[]) => void)[] = [];
  private readonly options: ConnectServersOptions;
  private reservedNames: ReadonlySet<string>;

  constructor(order: readonly ServerConfig[], options: ConnectServersOptions) {
    this.order = order;
    this.options = options;
    this.reservedNames = new Set(options.reservedNames);
  }

  get pending(): readonly string[] {
    return this.order.filter((server) => this.entries.get(server)?.isReady !== true).map(({ name }) => name);
  }

  /** Connects to all servers in parallel. One that connects after the wait is announced as a change. */
  async connect(wait: number | undefined): Promise<void> {
    let isWaiting = true;
    const all = this.order.map(async (server) => {
      await this.add(server);
      if (!isWaiting) this.announce();
    });
    this.settled = Promise.all(all).then(() => {});
    await (wait === undefined ? this.settled : Promise.race([this.settled, delay(wait)]));
    isWaiting = false;
    this.rebuildTools();
  }

  reserve(names: Iterable<string>): void {
    this.reservedNames = new Set(names);
    this.rebuildTools();
  }

  onChange(listener: (tools: RunnableTool[]) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const open = [...this.entries.values()].map(({ connection }) => connection?.close());
    await Promise.allSettled(open);
  }

  private async add(server: ServerConfig): Promise<void> {
    try {
      // Loaded on demand: the SDK is slow to load and not needed without servers.
      const { ServerConnection } = await import("./connection.ts");
      const limits = this.limitsOf(server);
      const connection = await ServerConnection.open(server, { limits, onChange: () => void this.refresh(server) });
      this.entries.set(server, { connection, definitions: [], refusals: [] });
      // Closed while it was connecting.
      if (this.isClosed) return await connection.close();
      this.entries.set(server, await this.list(connection));
    } catch (error) {
      await this.entries.get(server)?.connection?.close();
      const refusals = [refusal(server, (error as Error).message)];
      this.entries.set(server, { definitions: [], refusals, isReady: true });
    }
  }

  private announce(): void {
    if (this.isClosed) return;
    this.rebuildTools();
    for (const listener of this.listeners) listener(this.tools);
  }

  /** Recomputes names and tools, in the order of the config. */
  private rebuildTools(): void {
    const entries = this.order.flatMap((server) => this.entries.get(server) ?? []);
    const found = entries.flatMap(({ connection, definitions }) =>
      connection === undefined ? [] : definitions.map((definition) => ({ connection, definition })),
    );
    const origins = found.map(({ connection, definition }) => ({
      server: connection.server.name,
      name: String(definition.name),
    }));
    const names = uniqueNames(origins, this.reservedNames);
    this.tools = found.map((each, index) => {
      const timeout = this.limitsOf(each.connection.server).callTimeout;
      return runnableTool({ ...each, name: names[index] ?? "", timeout });
    });
    this.refusals = entries.flatMap(({ refusals }) => refusals);
  }

  private limitsOf({ limits }: ServerConfig): ServerLimits {
    const { reservedNames: _, wait: __, ...given } = this.options;
    return resolveLimits(limits, given);
  }

  private async refresh(server: ServerConfig): Promise<void> {
    const entry = this.entries.get(server);
    if (entry?.connection === undefined) return;
    const next = await this.list(entry.connection).catch((error: Error) => ({
      ...entry,
      refusals: [refusal(server, `its tools changed and could not be listed again: ${error.message}`)],
    }));
    this.entries.set(server, next);
    this.announce();
  }

  private async list(connection: ServerConnection): Promise<ServerState> {
    const { usable, refused } = usableTools(await connection.tools());
    const refusals = refused.map(({ name, reason }) => ({ ...refusal(connection.server, reason, "warning"), ...name }));
    return { connection, definitions: usable, refusals, isReady: true };
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

function refusal({ name }: ServerConfig, reason: string, level: Refusal["level"] = "error"): Refusal {
  return { where: `mcp server ${name}`, reason, level };
}
