import type { Config, StateSettings } from "../config/config.ts";
import type { LimitState } from "../limits/limit-state.ts";
import type { LimitStore } from "../limits/limit-store.ts";
import { FileStore } from "./file.ts";
import { MemoryStore } from "./memory.ts";
import type { OnTrouble, ResponseStore } from "./store.ts";

/** Where a gateway stores responses and reasoning: each has its own, so that they do not evict each other. */
export interface Stores {
  readonly store: ResponseStore;
  readonly reasoning: ResponseStore;
  /** Where the use of keys is counted, if gateways share it. */
  readonly limits?: LimitState | LimitStore;
}

/** The stores that a config asks for. A server is not waited for: the gateway serves without it. */
export async function openStores({ store, state }: Config, onTrouble: OnTrouble): Promise<Stores> {
  const { file, reasoning } = store;
  if (state !== undefined) return redisStores(state, reasoning, onTrouble);
  if (file === undefined) return { store: new MemoryStore(store), reasoning: new MemoryStore(reasoning) };
  return {
    store: new FileStore({ ...store, file, onTrouble }),
    reasoning: new FileStore({ ...reasoning, file: `${file}.reasoning`, onTrouble }),
  };
}

async function redisStores(
  { redis, prefix, maxAge }: StateSettings,
  { maxAge: maxReasoningAge }: Config["store"]["reasoning"],
  onTrouble: OnTrouble,
): Promise<Stores> {
  // It imports the client, which takes longer to load than the rest of the gateway.
  const [{ RedisLink }, { RedisStore }, { RedisLimits }] = await Promise.all([
    import("./redis/redis-link.ts"),
    import("./redis/redis-store.ts"),
    import("./redis/redis-limits.ts"),
  ]);
  const link = new RedisLink(redis, onTrouble);
  return {
    store: new RedisStore({ link, prefix, kind: "response", maxAge }),
    reasoning: new RedisStore({ link, prefix, kind: "reasoning", maxAge: maxReasoningAge }),
    limits: new RedisLimits({ link, prefix }),
  };
}
