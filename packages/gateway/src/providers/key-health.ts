/** Whether a key can be used: it can, it cools down until a time, or its provider has refused it with a status. */
export type KeyState =
  | { readonly type: "ready" }
  | { readonly type: "cooling"; readonly until: number }
  | { readonly type: "refused"; readonly status: number };

/** Why a key could not be used for a request. */
export interface KeyFailure {
  readonly status: number;
  /** What the provider asks for, in seconds. */
  readonly retryAfter?: number | undefined;
}

const READY: KeyState = { type: "ready" };

/** How long a key cools down after its first failure, in milliseconds; the time doubles with each that follows. */
const COOLDOWN = { limited: 5_000, failed: 1_000, longest: 60_000 };

/** The longest time that a provider can ask for, in milliseconds. */
const MAX_RETRY_AFTER = 24 * 3600 * 1000;

/**
 * How one key is. Times are in milliseconds of one clock. Requests overlap, and their results come in any order: a result of a
 * request that was sent before the cooldown began tells nothing new.
 */
export class KeyHealth {
  private coolsFrom = Number.NEGATIVE_INFINITY;
  private coolsUntil = Number.NEGATIVE_INFINITY;
  private failures = 0;
  private refusal: { readonly status: number; readonly at: number } | undefined;

  state(now: number): KeyState {
    if (this.refusal !== undefined) return { type: "refused", status: this.refusal.status };
    return now < this.coolsUntil ? { type: "cooling", until: this.coolsUntil } : READY;
  }

  /** A request that was sent then has succeeded. */
  succeed(sent: number): void {
    if (sent > this.coolsFrom) this.failures = 0;
    if (this.refusal !== undefined && sent >= this.refusal.at) this.refusal = undefined;
  }

  /** A request that was sent then has failed now, because too many were sent or the provider fails. */
  coolDown(failure: KeyFailure, sent: number, now: number): void {
    const isNew = sent > this.coolsFrom;
    const time = cooldownOf(failure, isNew ? this.failures : Math.max(0, this.failures - 1));
    if (isNew) {
      this.failures++;
      this.coolsFrom = now;
    }
    this.coolsUntil = Math.max(this.coolsUntil, now + time);
  }

  /** The provider does not accept the key any more. */
  refuse(status: number, now: number): void {
    this.refusal = { status, at: now };
  }
}

function cooldownOf({ status, retryAfter }: KeyFailure, failures: number): number {
  if (retryAfter !== undefined) return Math.min(retryAfter * 1000, MAX_RETRY_AFTER);
  const first = status >= 500 ? COOLDOWN.failed : COOLDOWN.limited;
  return Math.min(first * 2 ** failures, COOLDOWN.longest);
}
