import type { Socket } from "node:net";
import type { buildConnector, Client } from "undici";
import { getOrCreate } from "../../get-or-create.ts";
import { InFlight } from "../../limits/in-flight.ts";
import { skipInformational } from "./informational.ts";
import { joinWrites } from "./joined-writes.ts";
import { loadUndici } from "./on-demand.ts";
import { writeTexts } from "./sent-body.ts";

/** The gateway has its own time limits. */
const OPTIONS: Client.Options = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 10_000, pipelining: 1 };

/**
 * The connections to providers with the same connect timeout. Each is a client of undici: its pools and agents do more for each
 * request than to choose one.
 */
export class ProviderConnections {
  private readonly createClient: (origin: string) => Client;
  /** By origin. */
  private readonly idle = new Map<string, ProviderConnection[]>();
  private readonly open = new InFlight<ProviderConnection>();

  constructor(timeout: number) {
    const undici = loadUndici();
    const connector = undici.buildConnector({ timeout });
    const connect: buildConnector.connector = (options, callback) => connector(options, prepared(callback));
    const options = { ...OPTIONS, connect };
    this.createClient = (origin) => new undici.Client(origin, options);
  }

  /** A connection that nobody uses: the one that was used last, since it is the least likely to be closed soon. */
  take(origin: string): ProviderConnection {
    const idle = getOrCreate(this.idle, origin, () => []);
    return idle.pop()?.use() ?? new ProviderConnection(this.createClient(origin), idle, this.open);
  }

  async close(): Promise<void> {
    await Promise.all(this.open.all().map((connection) => connection.close()));
  }
}

function prepared(callback: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error === null && socket !== null) prepare(socket as Socket);
    // The union of the two signatures is lost by the rest parameter.
    (callback as (error: Error | null, socket: Socket | null) => void)(error, socket as Socket | null);
  };
}

function prepare(socket: Socket): void {
  joinWrites(socket);
  writeTexts(socket);
  skipInformational(socket);
}

/** A connection that is opened when it is first used, and again after it was closed. */
export class ProviderConnection {
  readonly client: Client;
  private readonly idle: ProviderConnection[];
  private readonly open: InFlight<ProviderConnection>;
  private isIdle = false;

  constructor(client: Client, idle: ProviderConnection[], open: InFlight<ProviderConnection>) {
    this.client = client;
    this.idle = idle;
    this.open = open;
    open.add(this);
    // One that is in use is opened again by undici if its request was not sent yet.
    client.on("disconnect", () => {
      if (this.isIdle) void this.close();
    });
  }

  use(): this {
    this.isIdle = false;
    return this;
  }

  /** The next request may use it. */
  release(): void {
    this.isIdle = true;
    this.idle.push(this);
  }

  close(): Promise<void> {
    this.open.remove(this);
    if (this.isIdle) this.idle.splice(this.idle.indexOf(this), 1);
    this.isIdle = false;
    return this.client.destroy();
  }
}
