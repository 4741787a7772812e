import fc from "fast-check";
import { expect, it } from "vitest";
import type { Limit, LimitState, Reservation } from "../../src/limits/limit-state.ts";

const MINUTE: Limit = { type: "rate", max: 10, period: 60_000 };
const take = (amount: number, limit: Limit = MINUTE, name = "rpm"): Reservation => ({ name, limit, amount });

/** What every state of limits does, wherever it counts. */
export function countsLimits(open: () => Promise<LimitState>): void {
  it("gives out what a limit has, and no more, to requests that come at once", async () => {
    const state = await open();
    const results = await Promise.all(Array.from({ length: 50 }, () => state.reserve("ann", [take(1)])));
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(10);
    for (const result of results)
      if (result.refused !== undefined) {
        expect(result.refused).toBe("rpm");
        expect(result.retryAfter).toBeGreaterThan(0);
        expect(result.retryAfter).toBeLessThanOrEqual(6000);
      }
  });

  it("counts each key and each limit apart", async () => {
    const state = await open();
    expect((await state.reserve("ann", [take(10)])).refused).toBeUndefined();
    expect((await state.reserve("bob", [take(10)])).refused).toBeUndefined();
    expect((await state.reserve("ann", [take(10, MINUTE, "tpm")])).refused).toBeUndefined();
    expect((await state.reserve("ann", [take(1)])).refused).toBe("rpm");
  });

  it("takes all of several limits or none", async () => {
    const state = await open();
    await state.reserve("ann", [take(10, MINUTE, "tpm")]);
    expect((await state.reserve("ann", [take(1), take(1, MINUTE, "tpm")])).refused).toBe("tpm");
    const results = await Promise.all(Array.from({ length: 11 }, () => state.reserve("ann", [take(1)])));
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(10);
  });

  it("gives back what was not used, and adds what was used beyond it", async () => {
    const state = await open();
    const first = await state.reserve("ann", [take(8)]);
    if (first.refused === undefined) await first.adjust([take(-6)]);
    const second = await state.reserve("ann", [take(7)]);
    if (second.refused === undefined) await second.adjust([take(20)]);
    const third = await state.reserve("ann", [take(1)]);
    expect(third).toMatchObject({ refused: "rpm" });
    expect("retryAfter" in third && third.retryAfter).toBeGreaterThan(100_000);
  });

  it("lets a request pass that is larger than the limit, if nothing else is in use", async () => {
    const state = await open();
    expect((await state.reserve("ann", [take(1000)])).refused).toBeUndefined();
    expect((await state.reserve("ann", [take(1)])).refused).toBe("rpm");
  });

  it("counts a sum until its end", async () => {
    const state = await open();
    const month: Limit = { type: "sum", max: 1, resetsAt: Date.now() + 3_600_000 };
    const dollars = (amount: number) => [take(amount, month, "budget")];
    expect((await state.reserve("ann", dollars(0.7))).refused).toBeUndefined();
    const refused = await state.reserve("ann", dollars(0.4));
    expect(refused).toMatchObject({ refused: "budget" });
    expect("retryAfter" in refused && refused.retryAfter).toBeGreaterThan(3_500_000);
    expect((await state.reserve("ann", dollars(0.3))).refused).toBeUndefined();
    const next: Limit = { ...month, resetsAt: month.resetsAt + 1 };
    expect((await state.reserve("ann", [take(1, next, "budget")])).refused).toBeUndefined();
  });

  it("has so many requests in flight, each until it ends", async () => {
    const state = await open();
    const slot = [take(1, { type: "concurrent", max: 3, lease: 60_000 }, "concurrency")];
    const results = await Promise.all(Array.from({ length: 5 }, () => state.reserve("ann", slot)));
    const admitted = results.filter((each) => each.refused === undefined);
    expect(admitted).toHaveLength(3);
    expect(await state.reserve("ann", slot)).toMatchObject({ refused: "concurrency", retryAfter: 1000 });
    await admitted[0]?.adjust(slot.map((each) => ({ ...each, amount: -1 })));
    expect((await state.reserve("ann", slot)).refused).toBeUndefined();
    expect((await state.reserve("ann", slot)).refused).toBe("concurrency");
  });

  it("is never exceeded, whatever is taken and given back", async () => {
    const state = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 20 }), async (requests) => {
        const sum: Limit = { type: "sum", max: 10, resetsAt: Date.now() + 3_600_000 };
        const key = `key ${Math.random()}`;
        let used = 0;
        await Promise.all(
          requests.map(async ([expected, less]) => {
            const real = Math.max(0, expected - less);
            const result = await state.reserve(key, [take(expected, sum, "budget")]);
            if (result.refused !== undefined) return;
            used += real;
            await result.adjust([take(real - expected, sum, "budget")]);
          }),
        );
        expect(used).toBeLessThanOrEqual(10);
      }),
      { numRuns: 20 },
    );
  });
}
