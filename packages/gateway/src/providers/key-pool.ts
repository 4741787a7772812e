import { type KeyFailure, KeyHealth, type KeyState } from "./key-health.ts";
import type { ProviderKey } from "./provider-key.ts";
import { weightedOrder } from "./weighted-order.ts";

/** A key of a pool, and how it is. */
export interface PooledKey extends ProviderKey {
  readonly health: KeyHealth;
}

/** Called when a key becomes unusable, or usable again after it was refused. */
export type OnKeyChange = (key: ProviderKey, state: KeyState) => void;

/**
 * The keys of one provider. A conversation stays with one key as long as that can be used, so that the provider's prompt cache
 * stays warm. Times are in milliseconds of one clock.
 */
export class KeyPool {
  readonly keys: readonly PooledKey[];
  private readonly onChange: OnKeyChange;
  /** Conversations that left the key they would begin with: the longest unused first, and bounded. */
  private readonly moved = new Map<string, PooledKey>();
  private refusedLast: PooledKey | undefined;

  /** A key that the previous pool has too keeps its health. */
  constructor(keys: readonly ProviderKey[], onChange: OnKeyChange, previous?: KeyPool) {
    this.keys = keys.map((each) => ({ ...each, health: previous?.healthOf(each.key) ?? new KeyHealth() }));
    this.onChange = onChange;
  }

  /** The key for a conversation's next request; `undefined` if none of those that were not tried can be used. */
  take(conversation: string, now: number, tried: ReadonlySet<PooledKey> = NONE): PooledKey | undefined {
    const canUse = (key: PooledKey) => !tried.has(key) && key.health.state(now).type === "ready";
    const stayed = this.moved.get(conversation);
    if (stayed !== undefined && canUse(stayed)) return this.remember(conversation, stayed);
    const [first, ...others] = weightedOrder(this.keys, conversation, ({ key }) => key);
    if (first !== undefined && canUse(first)) {
      this.moved.delete(conversation);
      return first;
    }
    const other = others.find(canUse);
    return other === undefined ? this.lastResort(tried) : this.remember(conversation, other);
  }

  /** How long it takes until a key can be used, in milliseconds; `undefined` if all were refused. */
  wait(now: number): number | undefined {
    const times = this.keys.flatMap(({ health }) => {
      const state = health.state(now);
      return state.type === "refused" ? [] : [state.type === "cooling" ? state.until - now : 0];
    });
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** A request with a key, sent at a time, has succeeded. */
  succeed({ health, ...key }: PooledKey, sent: number): void {
    const { type } = health.state(sent);
    health.succeed(sent);
    if (type === "refused" && health.state(sent).type !== "refused") this.onChange(key, { type: "ready" });
  }

  /** A request with a key, sent at a time, has failed now, because too many were sent or the provider fails. */
  coolDown({ health, ...key }: PooledKey, failure: KeyFailure, { sent, now }: { sent: number; now: number }): void {
    const { type } = health.state(now);
    health.coolDown(failure, sent, now);
    const state = health.state(now);
    if (type === "ready" && state.type === "cooling") this.onChange(key, state);
  }

  /** The provider does not accept a key any more. */
  refuse(key: PooledKey, status: number, now: number): void {
    const { health, ...config } = key;
    const { type } = health.state(now);
    health.refuse(status, now);
    this.refusedLast = key;
    if (type !== "refused") this.onChange(config, health.state(now));
  }

  // If all keys were refused, the provider may be at fault: the last one is still sent, so that it is known when that is over.
  private lastResort(tried: ReadonlySet<PooledKey>): PooledKey | undefined {
    const isRefused = this.keys.every(({ health }) => health.state(0).type === "refused");
    const last = this.refusedLast ?? this.keys[0];
    return isRefused && last !== undefined && !tried.has(last) ? last : undefined;
  }

  private remember(conversation: string, key: PooledKey): PooledKey {
    this.moved.delete(conversation);
    this.moved.set(conversation, key);
    const [oldest] = this.moved.keys();
    if (this.moved.size > MAX_MOVED && oldest !== undefined) this.moved.delete(oldest);
    return key;
  }

  private healthOf(key: string): KeyHealth | undefined {
    return this.keys.find((each) => each.key === key)?.health;
  }
}

const NONE: ReadonlySet<PooledKey> = new Set();

const MAX_MOVED = 10_000;
