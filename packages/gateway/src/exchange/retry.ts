import type { Failure } from "@toolglot/core";
import type { Retries } from "../config/config.ts";

/** Keeps retries from adding more than a fifth to the load of a provider that is in trouble already. */
export class RetryBudget {
  private tokens = RESERVE;
  private last: number;

  /** `now` is in milliseconds. */
  constructor(now: number) {
    this.last = now;
  }

  /** A request was made in the first place. */
  earn(now: number): void {
    const quiet = Math.max(0, now - this.last - BUSY);
    this.last = now;
    // Time in which nothing was asked fills up the reserve, and no more than that.
    const rested = Math.max(this.tokens, Math.min(this.tokens + quiet * REFILL, RESERVE));
    this.tokens = Math.min(rested + SHARE, RESERVE * 10);
  }

  /** Whether one more retry is allowed, which is then counted. */
  spend(): boolean {
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }
}

const SHARE = 0.2;
/** So that the few requests of a single agent can be tried again at all. */
const RESERVE = 20;
/** Requests that are this close to each other, in milliseconds, are a load that retries would add to. */
const BUSY = 1000;
/** Retries for each millisecond of quiet. */
const REFILL = 1 / 1000;

/** Whether the same request may succeed if it is sent again. */
export function isTransient({ status }: Pick<Failure, "status">): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether another provider might do better: not where the request itself is at fault. */
export function mayFallBack({ status }: Pick<Failure, "status">): boolean {
  return status !== 400 && status !== 413 && status !== 422;
}

/** How long to wait before the next try; nothing where the provider asks for more than we wait. */
export function delayBefore(
  retry: number,
  { retryAfter }: Pick<Failure, "retryAfter">,
  retries: Retries,
): number | undefined {
  if (retryAfter !== undefined) {
    const asked = retryAfter * 1000;
    return asked <= retries.maxDelay ? asked : undefined;
  }
  const doubled = Math.min(retries.delay * 2 ** retry, retries.maxDelay);
  return doubled * (0.5 + Math.random() / 2);
}

/** The seconds to wait that a provider's headers ask for. */
export function retryAfterIn(headers: Readonly<Record<string, string | undefined>>, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds / 1000;
  const said = headers["retry-after"];
  if (said === undefined) return undefined;
  const seconds = said.trim() === "" ? Number.NaN : Number(said);
  if (seconds >= 0) return seconds;
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
