import type { Json, JsonObject } from "@toolglot/core";
import type { StoreTimeout } from "../limits/store-timeout.ts";

/** A response that a client can refer to later. */
export interface StoredResponse {
  readonly id: string;
  /** Its owner; others cannot see it. */
  readonly tenant: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** The items that this turn added to the conversation. */
  readonly input: readonly Json[];
  readonly response: JsonObject;
  /** The id of the previous response; in the entry of an item, the id of the response that has it. */
  readonly previous?: string;
  /** The ids of responses before the previous one, the latest first, so that they are read at once. */
  readonly earlier?: readonly string[];
  /** The provider that stored it too. */
  readonly provider?: string;
  /** The provider that produced it, if it speaks the same dialect. */
  readonly maker?: string;
}

/** Stores responses: the only state that replicas of a gateway have to share. A store that may be slow is waited for as long as the timeout of the request allows. */
export interface ResponseStore {
  /** Whether it is known to have nothing, so that nothing need be looked for. */
  readonly isEmpty?: boolean;
  get(tenant: string, id: string, storeTimeout?: StoreTimeout): Promise<StoredResponse | undefined>;
  /** Several at once, in the order of their ids, if that takes fewer requests than one by one. */
  getAll?(tenant: string, ids: readonly string[]): Promise<(StoredResponse | undefined)[]>;
  put(response: StoredResponse, storeTimeout?: StoreTimeout): Promise<void>;
  /** Returns whether there was one. */
  delete(tenant: string, id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Called with the problem of a store, and with `undefined` when there is none any more. */
export type OnTrouble = (trouble: string | undefined) => void;
