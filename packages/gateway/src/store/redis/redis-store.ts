import type { ResponseStore, StoredResponse } from "../store.ts";
import { parseStored, stringifyStored } from "../stored-json.ts";
import type { RedisLink } from "./redis-link.ts";

export interface RedisStoreOptions {
  readonly link: RedisLink;
  /** What all keys begin with. */
  readonly prefix: string;
  /** What it stores: a part of its keys. */
  readonly kind: "response" | "reasoning";
  /** How long an entry is stored, in milliseconds. */
  readonly maxAge: number;
}

/** The form of keys and values. A gateway with another version finds nothing of this one, rather than something wrong. */
const SCHEMA_VERSION = 1;

/** Stores responses in Redis or Valkey, which lets them go when they are too old. */
export class RedisStore implements ResponseStore {
  private readonly options: RedisStoreOptions;

  constructor(options: RedisStoreOptions) {
    this.options = options;
    options.link.open();
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    const text = await this.options.link.run((redis) => redis.get(this.keyOf(tenant, id)));
    return text === null ? undefined : parseStored(text);
  }

  async put(response: StoredResponse): Promise<void> {
    const { link, maxAge } = this.options;
    const text = stringifyStored(response);
    const expiration = { type: "PX", value: Math.max(1, maxAge) } as const;
    await link.run((redis) => redis.set(this.keyOf(response.tenant, response.id), text, { expiration }));
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    return (await this.options.link.run((redis) => redis.del(this.keyOf(tenant, id)))) > 0;
  }

  close(): Promise<void> {
    return this.options.link.close();
  }

  private keyOf(tenant: string, id: string): string {
    const { prefix, kind } = this.options;
    // Colons separate the parts, so they must not be in one.
    return `${prefix}:${SCHEMA_VERSION}:${kind}:${encodeURIComponent(tenant)}:${encodeURIComponent(id)}`;
  }
}
