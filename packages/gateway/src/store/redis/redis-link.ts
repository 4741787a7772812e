import { setTimeout as sleep } from "node:timers/promises";
import {
  ClientOfflineError,
  createClient,
  createCluster,
  createSentinel,
  type RedisClientOptions,
} from "@redis/client";
import type { RedisSettings } from "../../config/config.ts";
import { defined } from "../../config/fields.ts";
import { StoreFailure } from "../../limits/store-failure.ts";
import type { OnTrouble } from "../store.ts";
import { redisFailure } from "./redis-failure.ts";

/** The commands that stores use, which single servers, Sentinel and Cluster have alike. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  set(
    key: string,
    value: string,
    options: { readonly expiration: { readonly type: "PX"; value: number } },
  ): Promise<unknown>;
  del(key: string): Promise<number>;
  eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>;
}

interface RedisClient extends RedisCommands {
  connect(): Promise<unknown>;
  close(): Promise<unknown> | unknown;
  destroy(): void;
  on(event: "error" | "ready", listener: (error: unknown) => void): unknown;
}

/** In milliseconds. */
const CONNECT_TIMEOUT = 2000;
const MAX_RECONNECT_DELAY = 2000;
/** A server that has not answered a ping for so long is gone, even if nobody has closed the connection. */
const SILENCE = 10_000;
const PING_INTERVAL = 3000;
/** Commands that were sent to a server that is gone are never answered; the client would wait for them. */
const CLOSE_TIMEOUT = 1000;

/** Commands that wait for a response, at most: beyond it they fail at once. */
const MAX_QUEUED = 1024;

/**
 * The connection to Redis or Valkey. It connects in the background and again after every failure; a command fails at once
 * while there is no connection, so that nothing piles up.
 */
export class RedisLink {
  private readonly client: RedisClient;
  private readonly onTrouble: OnTrouble;
  private opening: Promise<unknown> | undefined;
  private closing: Promise<void> | undefined;
  /** Why there is no connection. */
  private failure: StoreFailure | undefined;

  constructor(settings: RedisSettings, onTrouble: OnTrouble) {
    this.client = clientFor(settings);
    this.onTrouble = onTrouble;
    // Without a listener, an error would end the process.
    this.client.on("error", (error) => this.report(redisFailure(error)));
    this.client.on("ready", () => this.report(undefined));
  }

  /** Begins to connect; does not wait. */
  open(): void {
    // What goes wrong is an event too, and is tried again.
    this.opening ??= this.client.connect().catch(() => undefined);
  }

  /** Waits for the connection; throws a `StoreFailure`, and closes it, if there is none in time. */
  async connected(): Promise<void> {
    this.open();
    const isConnected = this.opening?.then(() => true);
    if (await Promise.race([isConnected, sleep(CONNECT_TIMEOUT, false, { ref: false })])) return;
    const { failure = new StoreFailure("timeout", "the shared state does not answer") } = this;
    await this.close();
    throw failure;
  }

  /** The result of a command; throws a `StoreFailure` without secrets. */
  async run<T>(command: (client: RedisCommands) => Promise<T>): Promise<T> {
    try {
      const result = await command(this.client);
      this.report(undefined);
      return result;
    } catch (error) {
      throw this.causeOf(error);
    }
  }

  /** All stores that share the connection may close it. */
  close(): Promise<void> {
    this.closing ??= this.disconnect();
    return this.closing;
  }

  private async disconnect(): Promise<void> {
    const closed = Promise.resolve(this.client.close()).then(() => true);
    // It fails if it was never connected.
    const isClosed = await Promise.race([closed.catch(() => false), sleep(CLOSE_TIMEOUT, false, { ref: false })]);
    if (!isClosed) this.client.destroy();
  }

  // Without a connection, the client does not say why there is none.
  private causeOf(error: unknown): StoreFailure {
    const { failure } = this;
    if (!(error instanceof ClientOfflineError) || failure === undefined) return redisFailure(error);
    return new StoreFailure(failure.reason, failure.message);
  }

  private report(failure: StoreFailure | undefined): void {
    const isKnown = failure?.message === this.failure?.message;
    if (isKnown || this.closing !== undefined) return;
    this.failure = failure;
    this.onTrouble(failure?.message);
  }
}

function clientFor(settings: RedisSettings): RedisClient {
  const { username, password, urls, master } = settings;
  const [url = ""] = urls;
  // Each client has its own: it writes its address into it. Nodes that others name are reached as the first is.
  const socket = { ...OPTIONS.socket, ...(url.startsWith("rediss:") ? { tls: true as const } : {}) };
  const options = { ...OPTIONS, ...defined({ username, password }), socket };
  // All three have the commands of `RedisClient`; their own types differ by modules, scripts and protocol.
  switch (settings.type) {
    case "single":
      return createClient({ ...options, url }) as unknown as RedisClient;
    case "cluster":
      return createCluster({
        rootNodes: urls.map((each) => ({ url: each })),
        defaults: options,
      }) as unknown as RedisClient;
    case "sentinel":
      return createSentinel({
        name: master ?? "",
        sentinelRootNodes: urls.map(nodeOf),
        nodeClientOptions: options,
        // Sentinels have passwords of their own, or none.
        sentinelClientOptions: { ...credentialsIn(url), socket: { ...socket } },
        passthroughClientErrorEvents: true,
      }) as unknown as RedisClient;
  }
}

const OPTIONS = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: MAX_QUEUED,
  pingInterval: PING_INTERVAL,
  socket: {
    connectTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE,
    reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, MAX_RECONNECT_DELAY),
  },
} satisfies RedisClientOptions;

function credentialsIn(url: string): { username?: string; password?: string } {
  const [username = "", password = ""] = [new URL(url).username, new URL(url).password].map(decodeURIComponent);
  return { ...(username === "" ? {} : { username }), ...(password === "" ? {} : { password }) };
}

function nodeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) || 26_379 };
}
