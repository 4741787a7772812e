import { describe, expect, it } from "vitest";
import { admit, periodEnd } from "../../src/limits/key-limits.ts";
import { MemoryLimits } from "../../src/limits/memory-limits.ts";

const NOW = Date.UTC(2026, 10, 16, 12);
const ANN = { tenant: "ann", concurrency: 0, limits: { tpm: 5000, budget: { amount: 1, per: "month" } } } as const;

describe("A request with limits", () => {
  it("takes what it may use, so that those at once do not use the same", async () => {
    const state = new MemoryLimits(() => NOW);
    const admitted = () => admit(state, ANN, { tokens: 2000, cost: 0.1 }, NOW);
    const results = await Promise.allSettled(Array.from({ length: 5 }, admitted));
    expect(results.map(({ status }) => status === "fulfilled")).toEqual([true, true, false, false, false]);
    const [first] = results;
    if (first?.status === "fulfilled") await first.value.settle({ tokens: 100, cost: 0.001 });
    await expect(admitted()).resolves.toBeDefined();
    await expect(admitted()).rejects.toMatchObject({ failure: { status: 429, code: "tpm_limit_reached" } });
  });

  it("is charged to the period in which it began", async () => {
    let now = NOW;
    const state = new MemoryLimits(() => now);
    const ann = { ...ANN, limits: { budget: { amount: 1, per: "day" } } } as const;
    const { settle } = await admit(state, ann, { tokens: 0, cost: 0.5 }, now);
    now = periodEnd("day", NOW);
    await settle({ tokens: 0, cost: 1 });
    await expect(admit(state, ann, { tokens: 0, cost: 1 }, now)).resolves.toBeDefined();
  });
});

describe("A period", () => {
  it("ends with the day or the month in UTC", () => {
    expect(new Date(periodEnd("day", NOW)).toISOString()).toBe("2026-11-17T00:00:00.000Z");
    expect(new Date(periodEnd("month", Date.UTC(2026, 11, 31, 23, 59))).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  });
});
