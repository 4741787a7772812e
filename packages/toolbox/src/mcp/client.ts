import type { JsonObject } from "@toolglot/core";
import type { Refusal } from "../registry.ts";
import type { RunnableTool } from "../tool.ts";
import type { ServerConfig, ServersConfig } from "./config.ts";
import type { Connection } from "./connection.ts";
import { uniqueNames } from "./names.ts";
import { runnableTool, usableTools } from "./remote-tool.ts";

/** How servers are connected. */
export interface ConnectServersOptions {
  /** How long a server may take to answer at first, in milliseconds: 30,000 unless told. */
  readonly connectTimeout?: number;
  /** How long a call may take where its caller does not say, in milliseconds: 30,000 unless told. */
  readonly callTimeout?: number;
  /** Names that other tools have; tools of servers do not take them away. */
  readonly taken?: Iterable<string>;
}

/** Servers that answer, and their tools. */
export interface ConnectedServers {
  /** The tools as they are now. */
  readonly tools: RunnableTool[];
  /** Servers that are not there, and tools that cannot be used. */
  readonly refusals: Refusal[];
  /** Names that other tools have from now on; tools of servers give them up. */
  reserve(names: Iterable<string>): void;
  /** Tells of tools that came, went or changed. */
  onChange(listener: (tools: RunnableTool[]) => void): void;
  /** Ends all connections, and the servers that were started for them. */
  close(): Promise<void>;
}

/**
 * Connects to MCP servers, all at once. One that does not start, hangs or speaks something else is a refusal, and the
 * others are there all the same.
 */
export async function connectServers(
  { servers }: ServersConfig,
  options: ConnectServersOptions = {},
): Promise<ConnectedServers> {
  const connected = new Servers(options);
  await Promise.all(servers.map((server) => connected.add(server)));
  connected.settle(servers);
  return connected;
}

const TIMEOUT = 30_000;

/** What is known of one server. */
interface Entry {
  readonly connection?: Connection;
  readonly definitions: readonly JsonObject[];
  readonly refusals: readonly Refusal[];
}

class Servers implements ConnectedServers {
  tools: RunnableTool[] = [];
  refusals: Refusal[] = [];
  private order: readonly ServerConfig[] = [];
  private readonly entries = new Map<ServerConfig, Entry>();
  private readonly listeners: ((tools: RunnableTool[]) => void)[] = [];
  private readonly options: ConnectServersOptions;
  private taken: ReadonlySet<string>;

  constructor(options: ConnectServersOptions) {
    this.options = options;
    this.taken = new Set(options.taken);
  }

  reserve(names: Iterable<string>): void {
    this.taken = new Set(names);
    this.settle();
  }

  onChange(listener: (tools: RunnableTool[]) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    const open = [...this.entries.values()].map(({ connection }) => connection?.close());
    await Promise.allSettled(open);
  }

  async add(server: ServerConfig): Promise<void> {
    try {
      // The SDK takes its time to load, and who has no servers has no need of it.
      const { Connection } = await import("./connection.ts");
      const connection = await Connection.open(server, {
        timeout: this.timeout,
        onChange: () => void this.refresh(server),
      });
      this.entries.set(server, { connection, definitions: [], refusals: [] });
      this.entries.set(server, await this.list(connection));
    } catch (error) {
      await this.entries.get(server)?.connection?.close();
      this.entries.set(server, { definitions: [], refusals: [refusal(server, (error as Error).message)] });
    }
  }

  /** Names all tools anew, in the order of the config. */
  settle(order: readonly ServerConfig[] = this.order): void {
    this.order = order;
    const entries = order.flatMap((server) => this.entries.get(server) ?? []);
    const found = entries.flatMap(({ connection, definitions }) =>
      connection === undefined ? [] : definitions.map((definition) => ({ connection, definition })),
    );
    const origins = found.map(({ connection, definition }) => ({
      server: connection.server.name,
      name: String(definition.name),
    }));
    const names = uniqueNames(origins, this.taken);
    const timeout = this.options.callTimeout ?? TIMEOUT;
    this.tools = found.map((each, index) => runnableTool({ ...each, name: names[index] ?? "", timeout }));
    this.refusals = entries.flatMap(({ refusals }) => refusals);
  }

  private get timeout(): number {
    return this.options.connectTimeout ?? TIMEOUT;
  }

  private async refresh(server: ServerConfig): Promise<void> {
    const entry = this.entries.get(server);
    if (entry?.connection === undefined) return;
    const next = await this.list(entry.connection).catch((error: Error) => ({
      ...entry,
      refusals: [refusal(server, `its tools changed, and could not be listed: ${error.message}`)],
    }));
    this.entries.set(server, next);
    this.settle();
    for (const listener of this.listeners) listener(this.tools);
  }

  private async list(connection: Connection): Promise<Entry> {
    const { usable, refused } = usableTools(await connection.tools(this.timeout));
    const refusals = refused.map(({ name, reason }) => ({ ...refusal(connection.server, reason, "warning"), ...name }));
    return { connection, definitions: usable, refusals };
  }
}

function refusal({ name }: ServerConfig, reason: string, level: Refusal["level"] = "error"): Refusal {
  return { where: `mcp server ${name}`, reason, level };
}
