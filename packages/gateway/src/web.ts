import * as allOfCore from "@toolglot/core";
import type { Config } from "./config/config.ts";
import { Gateway } from "./gateway.ts";
import * as allDialectRequests from "./http/dialect-requests.ts";
import { dialectRequests } from "./http/late-dialect-requests.ts";
import { core } from "./late-core.ts";
import type { LimitState } from "./limits/limit-state.ts";
import type { Log } from "./observe/log.ts";
import { simulation } from "./sim/late-simulator.ts";
import * as allOfSimulation from "./sim/simulator.ts";
import { MemoryStore } from "./store/memory.ts";
import type { ResponseStore } from "./store/store.ts";
import type { Send } from "./transport.ts";
import { type HandlerContext, handleWebRequest } from "./transports/web/handler.ts";
import { webSend } from "./transports/web/send.ts";

export type { Config } from "./config/config.ts";
export { environmentConfig } from "./config/environment.ts";
export { ConfigError } from "./config/error.ts";
export { type ReadOptions, readConfig } from "./config/read.ts";
export type { Log, LogRecord } from "./observe/log.ts";
export {
  type DurableObjectOptions,
  type DurableObjectStores,
  durableObjectStores,
} from "./store/durable-object/durable-object-stores.ts";
export type { DurableObjectNamespace, DurableObjectState } from "./store/durable-object/runtime.ts";
export { ToolglotState } from "./store/durable-object/state-object.ts";
export { MemoryStore } from "./store/memory.ts";
export type { ResponseStore, StoredResponse } from "./store/store.ts";
export type { Send } from "./transport.ts";
export { type BunSocket, type BunSocketData, bunWebSocket } from "./transports/web/bun-websocket.ts";
export type { HandlerContext } from "./transports/web/handler.ts";

/** What a gateway for the web's `Request` and `Response` is made of. */
export interface HandlerOptions {
  readonly config: Config;
  /** Responses are stored in memory by default. */
  readonly store?: ResponseStore;
  /** Where models' reasoning is kept; by default with the responses. */
  readonly reasoning?: ResponseStore;
  /** Where the use of keys is counted; by default in memory. */
  readonly limits?: LimitState;
  readonly log?: Log;
  /** Sends requests to providers; by default with `fetch`. */
  readonly send?: Send;
  /** Serves without keys: anybody who reaches it by a loopback name can spend its owner's money. */
  readonly insecure?: boolean;
}

/** Handles a web `Request`. */
export type Handler = (request: Request, context?: HandlerContext) => Promise<Response>;

/**
 * A gateway for workerd, Deno, Bun and other runtimes that take a function from a `Request` to a `Response`.
 *
 * @example
 * const handler = createHandler({ config: await environmentConfig({ TOOLGLOT_KEYS: "sk-mine" }) });
 * (await handler(new Request("https://gateway.example/healthz"))).status; // 200
 */
export function createHandler({ config, send = webSend, insecure = false, ...options }: HandlerOptions): Handler {
  if (config.keys.length === 0 && !insecure)
    throw new Error("anybody may reach a handler: give it keys (keys: in the config, or TOOLGLOT_KEYS)");
  if (config.state !== undefined && options.store === undefined)
    throw new Error(
      "state.redis needs Node: remove it, and give the handler another store, such as durableObjectStores",
    );
  // These runtimes load a program as one file, and measure what a request takes.
  core.provide(allOfCore);
  dialectRequests.provide(allDialectRequests);
  simulation.provide(allOfSimulation);
  const gateway = new Gateway({
    config: withHost(config),
    send,
    ...options,
    store: options.store ?? new MemoryStore(config.store),
  });
  return (request, context) => handleWebRequest(gateway, request, context);
}

// With keys, any host name is accepted unless the config lists some: the runtime decides which names lead here.
function withHost(config: Config): Config {
  return config.keys.length === 0 ? config : { ...config, server: { ...config.server, host: "" } };
}
