import type { Failure } from "@toolglot/core";
import type { Retries } from "../config/config.ts";

/** What a failure says of a retry. */
export type RetriedFailure = Pick<Failure, "status" | "retryAfter">;

/** Takes one of the retries that are left; the delay before it in milliseconds, `undefined` if there is to be none. */
export type TakeRetry = (failure: RetriedFailure) => number | undefined;

/** The retries of one destination, for whole attempts and for the continuations in them. */
export function limitRetries(retries: Retries, spend: () => boolean): TakeRetry {
  let taken = 0;
  return (failure) => {
    if (taken >= retries.attempts || !isTransient(failure)) return undefined;
    const delay = delayBefore(taken, failure, retries);
    if (delay === undefined || !spend()) return undefined;
    taken++;
    return delay;
  };
}

/** Whether the same request may succeed if it is sent again. */
function isTransient({ status }: Pick<Failure, "status">): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether another provider may succeed: not if the request itself is at fault. */
export function mayFallBack({ status }: Pick<Failure, "status">): boolean {
  return status !== 400 && status !== 413 && status !== 422;
}

/** The delay before the next retry in milliseconds; `undefined` if the provider asks for more than `maxDelay`. */
function delayBefore(retry: number, { retryAfter }: Pick<Failure, "retryAfter">, retries: Retries): number | undefined {
  if (retryAfter !== undefined) {
    const delay = retryAfter * 1000;
    return delay <= retries.maxDelay ? delay : undefined;
  }
  const doubled = Math.min(retries.delay * 2 ** retry, retries.maxDelay);
  return doubled * (0.5 + Math.random() / 2);
}

/** The delay in seconds that a provider's headers ask for. */
export function retryAfterIn(headers: Readonly<Record<string, string | undefined>>, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds / 1000;
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = value.trim() === "" ? Number.NaN : Number(value);
  if (seconds >= 0) return seconds;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
