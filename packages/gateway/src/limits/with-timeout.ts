import type { Clock, Timer } from "../clock.ts";
import { StoreFailure } from "./store-failure.ts";

/** What is wrong with a store that does not answer in time. */
export const TOO_SLOW = "the store is too slow";

/** Waits for work, but no longer than a time in milliseconds; 0 means without limit. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, clock: Clock): Promise<T> {
  if (milliseconds === 0) return work;
  let timer: Timer | undefined;
  const slow = new Promise<never>((_, reject) => {
    timer = clock.setTimer(() => reject(new StoreFailure("timeout", TOO_SLOW, true)), milliseconds);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clock.clearTimer(timer);
  }
}
