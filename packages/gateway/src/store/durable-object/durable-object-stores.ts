import type { StoreSettings } from "../../config/config.ts";
import type { LimitState } from "../../limits/limit-state.ts";
import type { ResponseStore } from "../store.ts";
import { DurableObjectLimits } from "./durable-object-limits.ts";
import { DurableObjectStore } from "./durable-object-store.ts";
import { ObjectLink } from "./object-link.ts";
import type { DurableObjectNamespace } from "./runtime.ts";

/** How long responses are stored. */
export interface DurableObjectOptions {
  /** In milliseconds; by default 30 days. */
  readonly maxAge?: number;
}

/** The state of a gateway in Durable Objects. */
export interface DurableObjectStores {
  readonly store: ResponseStore;
  readonly reasoning: ResponseStore;
  readonly limits: LimitState;
}

const MONTH = 30 * 24 * 3_600_000;

/**
 * The state of a gateway on Cloudflare Workers, in the Durable Objects of the class `ToolglotState`: stored responses, reasoning and the
 * limits of keys. The sizes in `store` of the config are those of each key.
 *
 * @example
 * import type { DurableObjectNamespace } from "@toolglot/gateway/web";
 *
 * const create = async (env: { readonly CONFIG: string; readonly STATE: DurableObjectNamespace }) => {
 *   const config = await readConfig(env.CONFIG, { name: "CONFIG", env: {} });
 *   return createHandler({ config, ...durableObjectStores(env.STATE, config) });
 * };
 */
export function durableObjectStores(
  namespace: DurableObjectNamespace,
  { store: { maxEntries, maxBytes, reasoning } }: { readonly store: StoreSettings },
  { maxAge = MONTH }: DurableObjectOptions = {},
): DurableObjectStores {
  return {
    store: new DurableObjectStore(new ObjectLink(namespace, "response"), { maxAge, maxEntries, maxBytes }),
    reasoning: new DurableObjectStore(new ObjectLink(namespace, "reasoning"), reasoning),
    limits: new DurableObjectLimits(new ObjectLink(namespace, "limit")),
  };
}
