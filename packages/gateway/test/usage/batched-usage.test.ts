import { describe, expect, it } from "vitest";
import { BatchedUsage } from "../../src/store/usage/batched-usage.ts";
import { MemoryUsage } from "../../src/usage/memory-usage.ts";
import type { DayRange, UsageBatch, UsageStore } from "../../src/usage/usage-log.ts";
import { UsageRows } from "../../src/usage/usage-rows.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { ALWAYS, ENTRY, NOON, row } from "./entries.ts";

/** A store that can fail before or after it has added a batch, and never answer. */
class FlakyStore implements UsageStore {
  readonly memory = new MemoryUsage({ days: 90, now: () => NOON });
  readonly sent: UsageBatch[] = [];
  mode: "works" | "fails" | "forgets to answer" | "answers with an error" = "works";
  isClosed = false;

  async add(batch: UsageBatch): Promise<void> {
    this.sent.push(batch);
    if (this.mode === "fails") throw new Error("down");
    await this.memory.add(batch);
    if (this.mode === "forgets to answer") await new Promise(() => {});
    if (this.mode === "answers with an error") throw new Error("broken");
  }

  async read(range: DayRange) {
    if (this.mode !== "works") throw new Error("down");
    return this.memory.read(range);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

function started() {
  const store = new FlakyStore();
  const clock = new TestClock();
  const troubles: (string | undefined)[] = [];
  const usage = new BatchedUsage({
    store,
    interval: 1000,
    timeout: 5000,
    clock,
    rows: new UsageRows((_, model) => model === "named"),
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const pass = async (milliseconds: number) => {
    clock.turn(milliseconds);
    await quiet();
  };
  const requests = async () => (await store.memory.read(ALWAYS)).reduce((sum, { counts }) => sum + counts.requests, 0);
  return { store, clock, troubles, usage, pass, requests };
}

describe("usage in batches", () => {
  it("is written once a second, and nothing is done while there is none", async () => {
    const { store, clock, usage, pass } = started();
    expect(clock.timers).toEqual([]);
    for (let count = 0; count < 100; count++) usage.add(ENTRY);
    await pass(999);
    expect(store.sent).toEqual([]);
    await pass(1);
    const counts = { requests: 100, losses: 200, input: 10_000, cacheRead: 6000, cacheWrite: 2000 };
    const all = { ...counts, output: 1000, reasoning: 400, cost: 25e12 };
    expect(store.sent.map(({ sequence, rows }) => ({ sequence, rows }))).toEqual([
      { sequence: 1, rows: [row({}, all)] },
    ]);
    expect(clock.timers).toEqual([]);
  });

  it.each(["fails", "forgets to answer", "answers with an error"] as const)(
    "is sent again as the same batch if the store %s, and counted once",
    async (mode) => {
      const { store, usage, pass, troubles, requests } = started();
      store.mode = mode;
      usage.add(ENTRY);
      await pass(1000);
      usage.add(ENTRY);
      for (let count = 0; count < 5; count++) await pass(6000);
      expect(troubles[0]).toContain("usage is kept in memory until it can be written");
      store.mode = "works";
      await pass(6000);
      await pass(1000);
      expect(troubles.at(-1)).toBeUndefined();
      expect(await requests()).toBe(2);
      expect(
        new Set(store.sent.filter(({ sequence }) => sequence === 1).map((batch) => JSON.stringify(batch))).size,
      ).toBe(1);
    },
  );

  it("is read up to the last request", async () => {
    const { usage } = started();
    usage.add(ENTRY);
    expect(await usage.read(ALWAYS)).toMatchObject([{ counts: { requests: 1 } }]);
  });

  it("cannot be read while the store is down", async () => {
    const { usage, store } = started();
    store.mode = "fails";
    await expect(usage.read(ALWAYS)).rejects.toMatchObject({ failure: { status: 503, code: "usage_unavailable" } });
  });

  it("is written at the end; what cannot be is told", async () => {
    const { usage, store, requests, clock } = started();
    usage.add(ENTRY);
    await usage.close();
    expect([await requests(), store.isClosed, clock.timers]).toEqual([1, true, []]);
    const other = started();
    other.store.mode = "fails";
    other.usage.add(ENTRY);
    await other.usage.close();
    expect(other.troubles.at(-1)).toContain("usage could not be written and is lost: 1");
    expect(other.clock.timers).toEqual([]);
  });

  it("does not grow with what clients make up while the store is down", async () => {
    const { usage, store, pass } = started();
    store.mode = "fails";
    const failed = { ...ENTRY, isAnswered: false, isError: true };
    for (let count = 0; count < 10_000; count++) usage.add({ ...failed, model: `junk-${count}` });
    for (let count = 0; count < 10_000; count++) usage.add({ ...ENTRY, model: `answered-${count}` });
    usage.add({ ...failed, model: "named" });
    usage.add({ ...ENTRY, model: "x".repeat(100_000) });
    await pass(1000);
    expect(store.sent[0]?.rows.length).toBe(500);
    expect(store.sent[0]?.rows.reduce((sum, { counts }) => sum + counts.requests, 0)).toBe(20_002);
  });

  it("has no cost that no request can have", async () => {
    const { usage } = started();
    for (const cost of [Number.NaN, -1, 1e300, undefined])
      usage.add({ ...ENTRY, cost, tokens: { input: -5, output: 2.5 } });
    usage.add({ ...ENTRY, cost: -1 });
    const [{ counts } = row()] = await usage.read(ALWAYS);
    expect(counts).toMatchObject({ requests: 5, cost: 0, unpriced: 1, input: 100, output: 10 });
  });
});
