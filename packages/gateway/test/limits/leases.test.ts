import { createClient } from "@redis/client";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { Reservation } from "../../src/limits/limit-state.ts";
import type { LimitStore } from "../../src/limits/limit-store.ts";
import { hasRedis, RedisServer } from "../state/redis-server.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { connected, limitsAt, sharedLimits } from "./shared.ts";

const LEASE = 30_000;
const slot = (lease = LEASE): Reservation => ({
  name: "concurrency",
  limit: { type: "concurrent", max: 1, lease },
  amount: 1,
});
const END = [{ ...slot(), amount: -1 }];

/** Counts nothing, and writes down what is renewed. */
function recorder() {
  const renewed: (readonly string[])[] = [];
  const store: LimitStore = {
    reserve: async () => undefined,
    settle: async () => {},
    renew: async (_, __, ids) => void renewed.push(ids),
    close: async () => {},
  };
  return { store, renewed };
}

describe("A request in flight", () => {
  it("is renewed three times in each lease, until it ends", async () => {
    const clock = new TestClock();
    const { store, renewed } = recorder();
    let id = 0;
    const { limits } = sharedLimits(store, { clock, makeId: () => `request ${id++}` });
    const first = await limits.reserve("ann", [slot()]);
    await limits.reserve("ann", [slot()]);
    clock.turn(LEASE);
    await quiet();
    expect(renewed).toEqual(Array.from({ length: 3 }, () => ["request 0", "request 1"]));
    if (first.refused === undefined) await first.adjust(END);
    clock.turn(LEASE / 3);
    await quiet();
    expect(renewed.at(-1)).toEqual(["request 1"]);
  });

  it("needs no timer once all have ended, and none without a limit", async () => {
    const clock = new TestClock();
    const { limits } = sharedLimits(recorder().store, { clock });
    await limits.reserve("bob", [{ name: "rpm", limit: { type: "rate", max: 1, period: 60_000 }, amount: 1 }]);
    expect(clock.timers).toEqual([]);
    const only = await limits.reserve("ann", [slot()]);
    expect(clock.timers).toEqual([LEASE / 3]);
    if (only.refused === undefined) await only.adjust(END);
    expect(clock.timers).toEqual([]);
  });
});

describe.skipIf(!hasRedis)("requests in flight on Redis", () => {
  it("hold for all gateways together", async () => {
    const { url } = await RedisServer.start();
    const [one, other] = await Promise.all([limitsAt(url, "test"), limitsAt(url, "test")].map(connected));
    const first = sharedLimits(one as LimitStore).limits;
    const second = sharedLimits(other as LimitStore).limits;
    const taken = await first.reserve("ann", [slot()]);
    expect(await second.reserve("ann", [slot()])).toMatchObject({ refused: "concurrency" });
    if (taken.refused === undefined) await taken.adjust(END);
    expect((await second.reserve("ann", [slot()])).refused).toBeUndefined();
  });

  it("of a gateway that was killed are free again when their leases end", async () => {
    const { url } = await RedisServer.start();
    const killed = await connected(limitsAt(url, "test"));
    // Nobody renews it.
    expect(await killed.reserve({ id: "lost", key: "ann", reservations: [slot(1500)] })).toBeUndefined();
    const { limits } = sharedLimits(await connected(limitsAt(url, "test")));
    expect((await limits.reserve("ann", [slot()])).refused).toBe("concurrency");
    while ((await limits.reserve("ann", [slot()])).refused !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it("stay longer when they are renewed, also if the server has lost them", async () => {
    const { url } = await RedisServer.start();
    const limits = await connected(limitsAt(url, "test"));
    const client = createClient({ url });
    await client.connect();
    afterTest(() => client.destroy());
    const key = "test:1:limit:{ann}:concurrency:0";
    const until = async () => Number(await client.zScore(key, "one"));
    await limits.reserve({ id: "one", key: "ann", reservations: [slot(LEASE)] });
    const before = await until();
    await limits.renew("ann", slot(2 * LEASE), ["one"]);
    expect(await until()).toBeGreaterThanOrEqual(before + LEASE);
    await client.del(key);
    await limits.renew("ann", slot(), ["one"]);
    expect(await limits.reserve({ id: "two", key: "ann", reservations: [slot()] })).toMatchObject({
      refused: "concurrency",
    });
    await limits.settle({ id: "one", key: "ann", reservations: [slot()], used: [0], isReserved: true });
    expect(await limits.reserve({ id: "two", key: "ann", reservations: [slot()] })).toBeUndefined();
  });
});
