import { expect, it } from "vitest";
import type { UsageRow, UsageStore } from "../../src/usage/usage-log.ts";
import { ALWAYS, batch, row, TODAY } from "./entries.ts";

/** What every store of usage does, wherever it counts. It keeps 90 days, and today is 2026-11-16. */
export function addsUpUsage(open: () => Promise<UsageStore>): void {
  it("adds up what several gateways have counted, by day, key, provider and model", async () => {
    const store = await open();
    const all = { requests: 1, errors: 2, losses: 3, input: 4, cacheRead: 5, cacheWrite: 6, output: 7, reasoning: 8 };
    const counts = { ...all, cost: 9, unpriced: 10, estimated: 11 };
    const others = [{ day: "2026-11-15" }, { key: "bob" }, { provider: "azure" }, { model: "gpt-mini" }];
    await store.add(batch(1, row({}, counts), ...others.map((other) => row(other))));
    await store.add({ ...batch(1, row({}, counts)), source: "two" });
    const twice = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, 2 * count]));
    const found = sorted(await store.read(ALWAYS));
    expect(found).toEqual(sorted([row({}, twice), ...others.map((other) => row(other))]));
    expect(await store.read({ from: "2026-11-14", to: "2026-11-15" })).toEqual([row({ day: "2026-11-15" })]);
  });

  it("counts a batch once, however often it is sent", async () => {
    const store = await open();
    const yesterday = row({ day: "2026-11-15" });
    await Promise.all([1, 2, 3].map(() => store.add(batch(1, row(), yesterday))));
    await store.add(batch(2, row()));
    await store.add(batch(1, row(), yesterday));
    await store.add({ ...batch(1, row()), source: "two" });
    expect(sorted(await store.read(ALWAYS))).toEqual([yesterday, row({}, { requests: 3 })]);
  });

  it("adds large sums of money exactly", async () => {
    const store = await open();
    for (let sequence = 1; sequence <= 10; sequence++)
      await store.add(batch(sequence, row({}, { cost: 123_456_789_012_345, input: 4_000_000_001 })));
    const [{ counts } = row()] = await store.read(ALWAYS);
    expect([counts.cost, counts.input]).toEqual([1_234_567_890_123_450, 40_000_000_010]);
  });

  it("has names with any characters", async () => {
    const store = await open();
    const odd = row({ key: 'a:b "c" {d} é', model: "x y\n[1,2]:%41" });
    await store.add(batch(1, odd));
    expect(await store.read(ALWAYS)).toEqual([odd]);
  });

  it("counts models of a key beyond a limit together, and loses none of their tokens", async () => {
    const store = await open();
    const rows = Array.from({ length: 700 }, (_, index) => row({ model: `m${index}` }, { requests: 1, input: 10 }));
    await store.add(batch(1, ...rows.slice(0, 400)));
    await store.add(batch(2, ...rows.slice(400), row({ key: "bob" })));
    await store.add(batch(3, row({ model: "m3" })));
    const found = (await store.read(ALWAYS)).filter(({ key }) => key === "alice");
    const other = found.find(({ model }) => model === "_other");
    expect([found.length, other?.counts.requests]).toEqual([501, 200]);
    expect(found.reduce((sum, { counts }) => sum + counts.input, 0)).toBe(7000);
    expect(found.find(({ model }) => model === "m3")?.counts.requests).toBe(2);
    expect(await store.read({ from: TODAY, to: TODAY })).toContainEqual(row({ key: "bob" }));
  });
}

function sorted(rows: readonly UsageRow[]): UsageRow[] {
  const id = ({ day, key, provider, model }: UsageRow) => [day, key, provider, model].join();
  return rows.toSorted((one, other) => (id(one) < id(other) ? -1 : 1));
}
