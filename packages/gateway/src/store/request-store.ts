import type { StoreTimeout } from "../limits/store-timeout.ts";
import type { ResponseStore } from "./store.ts";

/** What a request reads and writes. */
export type RequestStore = Pick<ResponseStore, "get" | "put">;

/** A store as one request sees it, which waits for it no longer than its timeout allows. */
export function storeForRequest(store: ResponseStore, storeTimeout: StoreTimeout | undefined): RequestStore {
  if (storeTimeout === undefined) return store;
  return {
    get: (tenant, id) => store.get(tenant, id, storeTimeout),
    put: (response) => store.put(response, storeTimeout),
  };
}
