import { adjustAll, type CounterTable, type LimitCounter, reserveAll, usedNow } from "./counters.ts";
import type { LimitRefusal, LimitState, Reservation, Reserved } from "./limit-state.ts";

/** Above this number, counters that are empty by now are removed. */
const MANY = 10_000;

/** Counts in memory, for one process. */
export class MemoryLimits implements LimitState {
  private readonly counters = new Map<string, LimitCounter>();
  private readonly now: () => number;

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.now = now;
  }

  async reserve(key: string, reservations: readonly Reservation[]): Promise<LimitRefusal | Reserved> {
    const refusal = reserveAll(this.tableOf(key), reservations, this.now());
    return refusal ?? this.reservedFor(key);
  }

  /** Takes reservations, whatever the limits are. */
  take(key: string, reservations: readonly Reservation[]): Reserved {
    adjustAll(this.tableOf(key), reservations, this.now());
    return this.reservedFor(key);
  }

  async close(): Promise<void> {}

  private reservedFor(key: string): Reserved {
    return { adjust: async (more) => adjustAll(this.tableOf(key), more, this.now()) };
  }

  private tableOf(key: string): CounterTable {
    const idOf = (id: string) => JSON.stringify([key, id]);
    return {
      get: (id) => this.counters.get(idOf(id)),
      set: (id, counter) => {
        this.counters.set(idOf(id), counter);
        if (this.counters.size > MANY) this.removeEmpty();
      },
    };
  }

  private removeEmpty(): void {
    const now = this.now();
    for (const [id, counter] of this.counters) if (usedNow(counter, now) === 0) this.counters.delete(id);
  }
}
