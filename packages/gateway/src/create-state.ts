import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import { namesModel } from "./config/named-models.ts";
import { AtMostOnceLimits } from "./limits/at-most-once.ts";
import type { LimitState } from "./limits/limit-state.ts";
import type { LimitStore } from "./limits/limit-store.ts";
import { MemoryLimits } from "./limits/memory-limits.ts";
import { SharedLimits } from "./limits/shared-limits.ts";
import { Silence } from "./limits/silence.ts";
import { StoreTimeout } from "./limits/store-timeout.ts";
import type { Metrics } from "./observe/metrics.ts";
import { BoundedStore } from "./store/bounded.ts";
import { FallbackStore } from "./store/fallback.ts";
import { KeyCopy } from "./store/key-copy.ts";
import type { KeySource } from "./store/key-store.ts";
import { ReasoningStore } from "./store/reasoning-store.ts";
import type { ResponseStore } from "./store/store.ts";
import { BatchedUsage } from "./store/usage/batched-usage.ts";
import { MemoryUsage } from "./usage/memory-usage.ts";
import { MemoryUsageLog } from "./usage/memory-usage-log.ts";
import type { UsageLog, UsageStore } from "./usage/usage-log.ts";
import { UsageRows } from "./usage/usage-rows.ts";

/** Where the state of a gateway is kept. */
export interface CreateStateOptions {
  readonly store: ResponseStore;
  /** Where models' reasoning is kept; by default with the responses. */
  readonly reasoning?: ResponseStore;
  /** Where the use of keys is counted together with other gateways; by default it is counted in memory. */
  readonly limits?: LimitState | LimitStore;
  /** Where usage is added up; by default in memory. */
  readonly usage?: UsageStore;
  /** What counts it; by default it is written to where it is added up, in batches. */
  readonly usageLog?: UsageLog;
  /** Where keys are, besides those of the config. */
  readonly keys?: KeySource;
}

/** The state of a gateway. None of it is waited for longer than its bound, and each part says what it does while its store is down. */
interface State {
  readonly store: ResponseStore;
  readonly reasoning: ReasoningStore;
  readonly limits: LimitState;
  readonly usage: UsageLog;
  readonly keys: KeyCopy | undefined;
  /** Whether other gateways or processes read and write the same. */
  readonly isShared: boolean;
  readonly newStoreTimeout: () => StoreTimeout | undefined;
  /** What is shared can be reached again. */
  readonly noteReconnected: () => void;
}

/** What the state needs of its gateway. */
interface Services {
  readonly clock: Clock;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly makeId: () => string;
  log(level: "error", event: string, message: string): void;
  reportStore(part: string, trouble: string | undefined): void;
}

export function createState({ store, reasoning = store, ...options }: CreateStateOptions, services: Services): State {
  const { clock, config, now } = services;
  const { timeout, onDown } = config.state ?? { ...config.store, onDown: undefined };
  const silence = new Silence(clock, timeout);
  const isShared = config.state !== undefined || options.limits !== undefined;
  const wait = isShared ? timeout * WAITING : timeout;
  const bounds = { timeout: wait, clock, silence };
  const bounded = new BoundedStore(store, { ...bounds, ...reporting("stored", services) });
  const kept = { ...bounds, holds: "kept reasoning", ...reporting("reasoning", services) };
  const boundedReasoning = new BoundedStore(reasoning, kept);
  const limits = createLimits(options.limits, services, { timeout: wait, silence });
  return {
    store: isShared
      ? new FallbackStore(bounded, {
          clock,
          readsOwn: onDown?.stored === "open",
          mayHaveFailed: config.state !== undefined,
        })
      : bounded,
    reasoning: new ReasoningStore({
      store: boundedReasoning,
      settings: () => services.config.store.reasoning,
      now,
    }),
    limits,
    usage: options.usageLog ?? createUsage(options.usage, services),
    keys: options.keys && createKeys(options.keys, services),
    isShared,
    newStoreTimeout: () => (isShared ? new StoreTimeout(clock, wait) : undefined),
    noteReconnected: () => {
      for (const each of [bounded, boundedReasoning]) each.noteReconnected();
      limits.noteReconnected?.();
    },
  };
}

/** The part of the bound that a request waits for: a timer is late by a few milliseconds, and then the request has to get its turn. */
const WAITING = 0.9;

function createLimits(
  given: CreateStateOptions["limits"],
  services: Services,
  bounds: { readonly timeout: number; readonly silence: Silence },
): LimitState {
  const { clock, config, makeId, now } = services;
  if (given === undefined) return new MemoryLimits(now);
  return new SharedLimits({
    ...bounds,
    shared: "settle" in given ? given : new AtMostOnceLimits(given),
    onDown: config.state?.onDown.limits ?? "open",
    clock,
    makeId,
    ...reporting("limits", services),
    onDropped: (count) => services.log("error", "store", `the use of ${count} requests was not counted: ${DROPPED}`),
  });
}

const DROPPED = "the shared state could not be reached for too long";

function createUsage(given: UsageStore | undefined, services: Services): UsageLog {
  const { clock, config, now } = services;
  const rows = new UsageRows((provider, model) => namesModel(services.config, provider, model));
  if (given === undefined) return new MemoryUsageLog(new MemoryUsage({ days: config.usage.days, now }), rows);
  return new BatchedUsage({ store: given, rows, ...EVERY_SECOND, clock, ...reporting("usage", services) });
}

/** How usage is written: in milliseconds, without a request that waits for it. */
const EVERY_SECOND = { interval: 1000, timeout: 5000 };

function createKeys(source: KeySource, services: Services): KeyCopy {
  const { clock, config } = services;
  const onDown = config.state?.onDown.keys ?? "open";
  const copy = new KeyCopy({ source, clock, onDown, ...reporting("keys", services) });
  copy.start();
  return copy;
}

/** A part that has trouble says so in `/readyz`, in the log and in the metrics. */
function reporting(part: "stored" | "reasoning" | "limits" | "usage" | "keys", services: Services) {
  return {
    onTrouble: (trouble: string | undefined) => services.reportStore(part, trouble),
    onFailure: (reason: string) => services.metrics.countStoreFailure(part, reason),
  };
}
