import type { Patience } from "../limits/patience.ts";
import type { ResponseStore } from "./store.ts";

/** What a request reads and writes. */
export type PatientStore = Pick<ResponseStore, "get" | "put">;

/** A store as one request sees it, which waits for it no longer than its patience lasts. */
export function patientStore(store: ResponseStore, patience: Patience | undefined): PatientStore {
  if (patience === undefined) return store;
  return {
    get: (tenant, id) => store.get(tenant, id, patience),
    put: (response) => store.put(response, patience),
  };
}
