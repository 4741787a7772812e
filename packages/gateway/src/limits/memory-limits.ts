import type { Limit, LimitRefusal, LimitState, Reservation, Reserved } from "./limit-state.ts";

interface Counter {
  used: number;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  limit: Limit;
}

/** Above this number, counters that are empty by now are removed. */
const MANY = 10_000;

/** Counts in memory, for one process. */
export class MemoryLimits implements LimitState {
  private readonly counters = new Map<string, Counter>();
  private readonly now: () => number;

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.now = now;
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const now = this.now();
    for (const { name, limit, amount } of reservations) {
      const retryAfter = missingTime(this.usedOf(key, name, limit, now), amount, limit, now);
      if (retryAfter > 0) return { refused: name, retryAfter };
    }
    this.add(key, reservations);
    return { adjust: async (more) => this.add(key, more) };
  }

  async close(): Promise<void> {}

  private add(key: string, reservations: readonly Reservation[]): void {
    const now = this.now();
    for (const { name, limit, amount } of reservations) {
      const used = Math.max(0, this.usedOf(key, name, limit, now) + amount);
      this.counters.set(idOf(key, name, limit), { used, at: now, limit });
    }
    if (this.counters.size > MANY) this.removeEmpty(now);
  }

  private usedOf(key: string, name: string, limit: Limit, now: number): number {
    const counter = this.counters.get(idOf(key, name, limit));
    return counter === undefined ? 0 : usedNow(counter, now);
  }

  private removeEmpty(now: number): void {
    for (const [id, counter] of this.counters) if (usedNow(counter, now) === 0) this.counters.delete(id);
  }
}

// A new period has a new counter, so that what is settled late does not count in it.
function idOf(key: string, name: string, limit: Limit): string {
  return JSON.stringify([key, name, limit.type === "sum" ? limit.resetsAt : 0]);
}

function usedNow({ used, at, limit }: Counter, now: number): number {
  if (limit.type === "sum") return now >= limit.resetsAt ? 0 : used;
  return Math.max(0, used - (Math.max(0, now - at) * limit.max) / limit.period);
}

/** How long it takes until an amount is available, in milliseconds; 0 if it is. */
function missingTime(used: number, amount: number, limit: Limit, now: number): number {
  // What is larger than the limit must be possible when nothing else is used.
  const excess = used + Math.min(amount, limit.max) - limit.max;
  if (excess <= ROUNDING * limit.max) return 0;
  return limit.type === "sum" ? Math.max(1, limit.resetsAt - now) : Math.ceil((excess * limit.period) / limit.max);
}

/** Sums of fractions are not exact. */
const ROUNDING = 1e-9;
