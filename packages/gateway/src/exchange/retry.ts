import type { Failure } from "@toolglot/core";
import type { Retries } from "../config/config.ts";

/** Whether the same request may succeed if it is sent again. */
export function isTransient({ status }: Pick<Failure, "status">): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether another provider may succeed: not if the request itself is at fault. */
export function mayFallBack({ status }: Pick<Failure, "status">): boolean {
  return status !== 400 && status !== 413 && status !== 422;
}

/** The delay before the next retry in milliseconds; `undefined` if the provider asks for more than `maxDelay`. */
export function delayBefore(
  retry: number,
  { retryAfter }: Pick<Failure, "retryAfter">,
  retries: Retries,
): number | undefined {
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
