import { describe, expect, it } from "vitest";
import type { Reservation } from "../../src/limits/limit-state.ts";
import type { LimitStore, Settlement } from "../../src/limits/limit-store.ts";
import { StoreFailure } from "../../src/limits/store-failure.ts";
import { hasRedis, RedisServer } from "../state/redis-server.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { connected, limitsAt, sharedLimits } from "./shared.ts";

/** How long the gateway waits before it tries again, in milliseconds. */
const RETRY_INTERVAL = 1000;

const dollars = (amount: number): Reservation[] => [
  { name: "budget", limit: { type: "sum", max: 10, resetsAt: Date.UTC(2100, 0) }, amount },
];

/** A store that can be taken down, and writes down what it settles. */
class Switch implements LimitStore {
  isUp = true;
  readonly settled: Settlement[] = [];

  async reserve(): Promise<undefined> {
    this.check();
  }

  async settle(settlement: Settlement): Promise<void> {
    this.check();
    this.settled.push(settlement);
  }

  async renew(): Promise<void> {}
  async close(): Promise<void> {}

  private check(): void {
    if (!this.isUp) throw new StoreFailure("connection", "it is down");
  }
}

function world(onDown: "open" | "closed" = "open") {
  const clock = new TestClock();
  const store = new Switch();
  const dropped: number[] = [];
  const { limits } = sharedLimits(store, { clock, onDown, onDropped: (count) => dropped.push(count) });
  return { clock, store, limits, dropped };
}

describe("What a request has used", () => {
  it("is settled later if the store was down at its end", async () => {
    const { clock, store, limits } = world();
    const reserved = await limits.reserve("ann", dollars(5));
    store.isUp = false;
    if (reserved.refused === undefined) await reserved.adjust(dollars(-3));
    expect(limits.unsettled).toBe(1);
    clock.turn(5000);
    await quiet();
    expect(limits.unsettled).toBe(1);
    store.isUp = true;
    clock.turn(1000);
    await quiet();
    expect(limits.unsettled).toBe(0);
    expect(store.settled).toMatchObject([{ used: [2], isReserved: true }]);
    expect(clock.timers).toEqual([]);
  });

  it("is counted although the store was down at its beginning too", async () => {
    const { clock, store, limits } = world();
    store.isUp = false;
    const reserved = await limits.reserve("ann", dollars(5));
    if (reserved.refused === undefined) await reserved.adjust(dollars(-3));
    store.isUp = true;
    clock.turn(1000);
    await quiet();
    expect(store.settled).toMatchObject([{ used: [2], isReserved: false }]);
  });

  it("is not counted if it was refused", async () => {
    const { store, limits } = world("closed");
    store.isUp = false;
    await expect(limits.reserve("ann", dollars(5))).rejects.toThrow("cannot be checked");
    expect(limits.unsettled).toBe(0);
  });

  it("limits what one gateway gives out alone, with what it has admitted before", async () => {
    const { store, limits } = world();
    await limits.reserve("ann", dollars(7));
    store.isUp = false;
    expect((await limits.reserve("ann", dollars(4))).refused).toBe("budget");
    expect((await limits.reserve("ann", dollars(3))).refused).toBeUndefined();
  });

  it("is kept for a bounded number of requests and a bounded time, and the rest is told", async () => {
    const { clock, store, limits, dropped } = world();
    store.isUp = false;
    const end = async () => {
      const reserved = await limits.reserve("ann", dollars(0));
      if (reserved.refused === undefined) await reserved.adjust(dollars(0));
    };
    for (let count = 0; count < 10_003; count++) await end();
    expect(limits.unsettled).toBe(10_000);
    expect(dropped).toEqual([1, 1, 1]);
    clock.turn(13 * 3600 * 1000);
    await quiet();
    clock.turn(1000);
    await quiet();
    expect(limits.unsettled).toBe(0);
    expect(dropped.at(-1)).toBe(10_000);
  });
});

describe.skipIf(!hasRedis)("What a request has used, on Redis", () => {
  /** What is left of the budget of 10. */
  async function left(limits: LimitStore): Promise<number> {
    for (let count = 0; ; count++)
      if ((await limits.reserve({ id: `probe ${count}`, key: "ann", reservations: dollars(1) })) !== undefined)
        return count;
  }

  it("is settled once after a crash of the server", async () => {
    const server = await RedisServer.start("--appendfsync", "always");
    const redis = await connected(limitsAt(server.url));
    const { limits } = sharedLimits(redis);
    const reserved = await limits.reserve("ann", dollars(5));
    await server.kill();
    if (reserved.refused === undefined) await reserved.adjust(dollars(-3));
    expect(limits.unsettled).toBe(1);
    await server.start();
    await until(() => limits.unsettled === 0);
    expect(limits.unsettled).toBe(0);
    expect(await left(redis)).toBe(8);
  });

  it("is settled once if the server was frozen, and does late what nobody waits for any more", async () => {
    const server = await RedisServer.start();
    const redis = await connected(limitsAt(server.url));
    const clock = new TestClock();
    const { limits } = sharedLimits(redis, { clock });
    const before = await limits.reserve("ann", dollars(5));
    server.freeze();
    const meanwhile = await clock.turnUntil(limits.reserve("ann", dollars(4)));
    for (const each of [before, meanwhile])
      if (each.refused === undefined) await clock.turnUntil(each.adjust(dollars(-3)));
    expect(limits.unsettled).toBe(2);
    server.thaw();
    while (limits.unsettled > 0) {
      clock.turn(RETRY_INTERVAL);
      // Time stands still while Redis is asked, however long that takes.
      await until(() => limits.unsettled === 0 || clock.timers.includes(RETRY_INTERVAL));
    }
    expect(await left(redis)).toBe(7);
  });
});
