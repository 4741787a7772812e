import type { Config, StateSettings, StoreSettings } from "../config/config.ts";
import type { LimitState } from "../limits/limit-state.ts";
import type { LimitStore } from "../limits/limit-store.ts";
import type { UsageStore } from "../usage/usage-log.ts";
import { FileStore } from "./file.ts";
import type { KeySource } from "./key-store.ts";
import { MemoryStore } from "./memory.ts";
import type { OnTrouble, ResponseStore } from "./store.ts";
import { FileUsage } from "./usage/file-usage.ts";
import { usageFile } from "./usage/usage-record.ts";

/** Where a gateway stores responses and reasoning: each has its own, so that they do not evict each other. */
export interface Stores {
  readonly store: ResponseStore;
  readonly reasoning: ResponseStore;
  /** Where the use of keys is counted, if gateways share it. */
  readonly limits?: LimitState | LimitStore;
  /** Where usage is added up; by default in memory. */
  readonly usage?: UsageStore;
  /** Where keys of clients are, besides those of the config. */
  readonly keys?: KeySource;
}

/** What a store is called where its troubles are shown. */
type StorePart = "store" | "store.reasoning" | "store.usage" | "state";

/** The stores that a config asks for. A server is not waited for: the gateway serves without it. */
export async function openStores(config: Config, onTroubleOf: (part: StorePart) => OnTrouble): Promise<Stores> {
  const { store, state } = config;
  const { file, reasoning } = store;
  if (state !== undefined) return redisStores(state, config, onTroubleOf("state"));
  if (file === undefined) return { store: new MemoryStore(store), reasoning: new MemoryStore(reasoning) };
  return {
    store: new FileStore({ ...store, file, onTrouble: onTroubleOf("store") }),
    reasoning: fileReasoning(file, reasoning, onTroubleOf("store.reasoning")),
    usage: fileUsage(file, config, onTroubleOf("store.usage")),
  };
}

function fileReasoning(file: string, limits: StoreSettings["reasoning"], onTrouble: OnTrouble): FileStore {
  return new FileStore({ ...limits, file: `${file}.reasoning`, holds: "pieces of reasoning", onTrouble });
}

/** Usage in a file beside that of stored responses. Its size is bounded by the number of days that are kept. */
function fileUsage(file: string, { usage: { days } }: Config, onTrouble: OnTrouble): FileUsage {
  const limits = { maxEntries: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
  const store = new FileStore({ ...limits, file: usageFile(file), holds: "counts of usage", onTrouble });
  return new FileUsage({ store, days, now: Date.now });
}

async function redisStores(
  { redis, prefix, maxAge, keys = false }: StateSettings,
  { store, usage: { days } }: Pick<Config, "store" | "usage">,
  onTrouble: OnTrouble,
): Promise<Stores> {
  // It imports the client, which takes longer to load than the rest of the gateway.
  const [{ RedisLink }, { RedisStore }, { RedisLimits }, { RedisUsage }, { RedisKeys }] = await Promise.all([
    import("./redis/redis-link.ts"),
    import("./redis/redis-store.ts"),
    import("./redis/redis-limits.ts"),
    import("./redis/redis-usage.ts"),
    import("./redis/redis-keys.ts"),
  ]);
  const link = new RedisLink(redis, onTrouble);
  return {
    store: new RedisStore({ link, prefix, kind: "response", maxAge }),
    reasoning: new RedisStore({ link, prefix, kind: "reasoning", maxAge: store.reasoning.maxAge }),
    limits: new RedisLimits({ link, prefix }),
    usage: new RedisUsage({ link, prefix, days }),
    ...(keys ? { keys: new RedisKeys({ link, prefix }) } : {}),
  };
}
