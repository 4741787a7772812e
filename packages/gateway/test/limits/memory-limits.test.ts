import { describe, expect, it } from "vitest";
import { AtMostOnceLimits } from "../../src/limits/at-most-once.ts";
import type { LimitState } from "../../src/limits/limit-state.ts";
import { MemoryLimits } from "../../src/limits/memory-limits.ts";
import { countsLimits } from "./behaviour.ts";
import { sharedLimits } from "./shared.ts";

describe("limits in memory", () => {
  countsLimits(async () => new MemoryLimits(Date.now));

  it("are available again evenly", async () => {
    let now = 0;
    const state = new MemoryLimits(() => now);
    const one = [{ name: "rpm", limit: { type: "rate", max: 60, period: 60_000 } as const, amount: 1 }];
    for (let count = 0; count < 60; count++) await state.reserve("ann", one);
    expect(await state.reserve("ann", one)).toEqual({ refused: "rpm", retryAfter: 1000 });
    now = 999;
    expect((await state.reserve("ann", one)).refused).toBe("rpm");
    now = 1000;
    expect((await state.reserve("ann", one)).refused).toBeUndefined();
    expect((await state.reserve("ann", one)).refused).toBe("rpm");
  });

  it("know of a request in flight for as long as it lasts", async () => {
    let now = 0;
    const state = new MemoryLimits(() => now);
    const place = [{ name: "concurrency", limit: { type: "concurrent", max: 1, lease: 30_000 } as const, amount: 1 }];
    await state.reserve("ann", place);
    now = 24 * 3_600_000;
    expect((await state.reserve("ann", place)).refused).toBe("concurrency");
  });

  it("give out no more if the clock is set back", async () => {
    let now = 100_000;
    const state = new MemoryLimits(() => now);
    const all = [{ name: "rpm", limit: { type: "rate", max: 5, period: 60_000 } as const, amount: 5 }];
    await state.reserve("ann", all);
    now = 0;
    expect((await state.reserve("ann", all)).refused).toBe("rpm");
  });
});

describe("limits that know no ids, shared", () => {
  countsLimits(async () => sharedLimits(new AtMostOnceLimits(new MemoryLimits(Date.now))).limits);

  it("settle once, and also what they have reserved too late", async () => {
    let finish: (() => void) | undefined;
    const inner = new MemoryLimits(Date.now);
    const late: LimitState = {
      reserve: async (key, reservations) => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return inner.reserve(key, reservations);
      },
      close: () => inner.close(),
    };
    const store = new AtMostOnceLimits(late);
    const all = [{ name: "rpm", limit: { type: "rate", max: 5, period: 60_000 } as const, amount: 5 }];
    const use = { id: "one", key: "ann", reservations: all };
    const reserving = store.reserve(use);
    const settling = store.settle({ ...use, used: [0], isReserved: false });
    finish?.();
    await Promise.all([reserving, settling]);
    await store.settle({ ...use, used: [5], isReserved: false });
    expect((await inner.reserve("ann", all)).refused).toBeUndefined();
  });
});
