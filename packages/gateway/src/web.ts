import type { Config } from "./config/config.ts";
import { Gateway } from "./gateway.ts";
import type { Log } from "./observe/log.ts";
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
export { MemoryStore } from "./store/memory.ts";
export type { ResponseStore, StoredResponse } from "./store/store.ts";
export type { Send } from "./transport.ts";
export type { HandlerContext } from "./transports/web/handler.ts";

/** What a gateway is made of where requests and responses are the web's own. */
export interface HandlerOptions {
  readonly config: Config;
  /** Answers live in memory unless told, and go with it. */
  readonly store?: ResponseStore;
  readonly log?: Log;
  /** How providers are talked to; `fetch` unless told. */
  readonly send?: Send;
  /** Serves without keys: whoever reaches it under a name of this machine spends the money of its owner. */
  readonly insecure?: boolean;
}

/** Answers a request of the web's own kind. */
export type Handler = (request: Request, context?: HandlerContext) => Promise<Response>;

/**
 * A gateway for workerd, Deno, Bun and whoever else takes a function from a `Request` to a `Response`.
 *
 * @example
 * ```ts
 * const handler = createHandler({ config: await environmentConfig(env) });
 * export default { fetch: (request, env, context) => handler(request, context) };
 * ```
 */
export function createHandler({ config, store, log, send = webSend, insecure = false }: HandlerOptions): Handler {
  if (config.keys.length === 0 && !insecure)
    throw new Error("a handler cannot tell who reaches it: give it keys (keys: in the config, or TOOLGLOT_KEYS)");
  const gateway = new Gateway({
    config: withHost(config),
    send,
    store: store ?? new MemoryStore(config.store),
    ...(log === undefined ? {} : { log }),
  });
  return (request, context) => handleWebRequest(gateway, request, context);
}

// Who has keys is reached by whatever name the runtime gives it, unless the config names them.
function withHost(config: Config): Config {
  return config.keys.length === 0 ? config : { ...config, server: { ...config.server, host: "" } };
}
