import type { Json, JsonObject } from "@toolglot/core";

/** An answer that a client may come back to. */
export interface StoredResponse {
  readonly id: string;
  /** Whose it is: to others it is not there. */
  readonly tenant: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** What this turn added to the conversation. */
  readonly input: readonly Json[];
  readonly response: JsonObject;
  /** The answer that this one goes on from; or, where this is none itself, the one whose item is called so. */
  readonly previous?: string;
  /** The provider that has it too, where that keeps its answers. */
  readonly provider?: string;
  /** The provider that made it, where that speaks the same dialect. */
  readonly maker?: string;
}

/** Where answers are kept: the one thing that replicas of a gateway would have to share. */
export interface ResponseStore {
  get(tenant: string, id: string): Promise<StoredResponse | undefined>;
  put(response: StoredResponse): Promise<void>;
  /** Tells whether there was one. */
  delete(tenant: string, id: string): Promise<boolean>;
  close(): Promise<void>;
}
