import type { Failure } from "@toolglot/core";
import type { Clock } from "../clock.ts";
import { getOrCreate } from "../get-or-create.ts";
import type { KeyPool, PooledKey } from "../providers/key-pool.ts";
import type { Destination } from "./destinations.ts";
import type { KeyVerdict } from "./key-verdict.ts";
import type { TakeRetry } from "./retry.ts";

export interface ExchangeKeysOptions {
  readonly pool: KeyPool | undefined;
  readonly clock: Pick<Clock, "elapsed">;
  readonly conversation: () => string;
}

/** What decides whether a destination is tried again. */
export interface RetryContext {
  readonly destination: Destination;
  readonly keys: ExchangeKeys;
  readonly takeRetry: TakeRetry;
}

/** The keys that one exchange uses at one destination, where that has several. */
export class ExchangeKeys {
  private readonly pool: KeyPool | undefined;
  private readonly clock: Pick<Clock, "elapsed">;
  private readonly conversation: () => string;
  /** Those that have failed, which are not used again before some time has passed. */
  private readonly tried = new Set<PooledKey>();
  /** Those that were forbidden this request. If another one may send it, they were revoked; else the request is at fault. */
  private readonly forbidden: { readonly key: PooledKey; readonly status: number }[] = [];
  private current: { readonly key: PooledKey; readonly sent: number } | undefined;

  constructor({ pool, clock, conversation }: ExchangeKeysOptions) {
    this.pool = pool;
    this.clock = clock;
    this.conversation = conversation;
  }

  /** The name of the key that is used, where there are several. */
  get name(): string | undefined {
    return this.current?.key.name;
  }

  /** The destination with the key of the next request; `undefined` if no key can be used now. */
  next(destination: Destination): Destination | undefined {
    if (this.pool === undefined) return destination;
    const sent = this.clock.elapsed();
    const key = this.pool.take(this.conversation(), sent, this.tried);
    this.current = key === undefined ? undefined : { key, sent };
    return key === undefined ? undefined : withKey(destination, key.key);
  }

  /** Takes note of how the last request has ended. */
  report(verdict: KeyVerdict): void {
    if (this.pool === undefined || this.current === undefined) return;
    const { key, sent } = this.current;
    const now = this.clock.elapsed();
    if (verdict.type === "accepted") this.accept(this.pool, key, sent);
    if (verdict.type === "limited") this.pool.coolDown(key, verdict, { sent, now });
    if (verdict.type === "revoked") this.pool.refuse(key, verdict.status, now);
    if (verdict.type === "forbidden") this.forbidden.push({ key, status: verdict.status });
    if (verdict.type !== "accepted" && verdict.type !== "unknown") this.tried.add(key);
  }

  /** Whether another key is tried at once after a failure. A failing provider is not spared by another key: that is a retry. */
  switches({ status }: Pick<Failure, "status">, takeRetry: TakeRetry): boolean {
    return this.hasAnother && (status < 500 || takeRetry({ status }) !== undefined);
  }

  /** After a pause, keys that have failed can be tried again. */
  forgive(): void {
    this.tried.clear();
  }

  /** An error because of a key, with the time after which one can be used again if none can be now. */
  withWait<Error extends Pick<Failure, "retryAfter">>(error: Error): Error {
    if (this.current === undefined || !this.tried.has(this.current.key)) return error;
    const wait = this.pool?.wait(this.clock.elapsed()) ?? 0;
    return wait > 0 ? { ...error, retryAfter: wait / 1000 } : error;
  }

  /** Why no request can be sent now. */
  unusable({ provider }: Destination): Failure {
    const wait = (this.pool?.wait(this.clock.elapsed()) ?? 0) / 1000;
    const count = this.pool?.keys.length ?? 0;
    return {
      kind: "rate-limit",
      status: 429,
      code: "keys_cooling",
      message: `none of the ${count} keys of ${provider.name} can be used now; try again in ${Math.ceil(wait)} s`,
      retryAfter: wait,
    };
  }

  /** Whether the last request failed because of its key, and another one can be tried at once. */
  private get hasAnother(): boolean {
    if (this.pool === undefined || this.current === undefined || !this.tried.has(this.current.key)) return false;
    return this.pool.take(this.conversation(), this.clock.elapsed(), this.tried) !== undefined;
  }

  private accept(pool: KeyPool, key: PooledKey, sent: number): void {
    pool.succeed(key, sent);
    const now = this.clock.elapsed();
    for (const each of this.forbidden.splice(0)) pool.refuse(each.key, each.status, now);
  }
}

/** The keys of a provider that has one at most: nothing of it is taken note of. */
export const ONE_KEY: ExchangeKeys = new ExchangeKeys({
  pool: undefined,
  clock: { elapsed: () => 0 },
  conversation: () => "",
});

// Kept for each key, because the headers of requests are kept for each destination.
function withKey(destination: Destination, apiKey: string): Destination {
  const keyed = getOrCreate(withKeys, destination, () => new Map());
  return getOrCreate(keyed, apiKey, () => ({ ...destination, provider: { ...destination.provider, apiKey } }));
}

const withKeys = new WeakMap<Destination, Map<string, Destination>>();
