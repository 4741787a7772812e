import { describe, expect, it } from "vitest";
import type { Limit, Reservation } from "../../src/limits/limit-state.ts";
import type { LimitUse } from "../../src/limits/limit-store.ts";
import { freePort, hasRedis, RedisServer } from "../state/redis-server.ts";
import { countsLimits } from "./behaviour.ts";
import { connected, limitsAt, sharedLimits } from "./shared.ts";

const MINUTE: Limit = { type: "rate", max: 10, period: 60_000 };
const ONE: readonly Reservation[] = [{ name: "rpm", limit: MINUTE, amount: 1 }];
const budget = (amount: number): Reservation[] => [
  { name: "budget", limit: { type: "sum", max: 10, resetsAt: Date.UTC(2100, 0) }, amount },
];
const useOf = (id: string, reservations: readonly Reservation[]): LimitUse => ({ id, key: "ann", reservations });

/** What is left of a sum of 10, by taking single pieces of it. */
async function leftOf(limits: Awaited<ReturnType<typeof connected>>): Promise<number> {
  for (let left = 0; ; left++) if ((await limits.reserve(useOf(`probe ${left}`, budget(1)))) !== undefined) return left;
}

describe.skipIf(!hasRedis)("limits on Redis", () => {
  const start = async () => connected(limitsAt((await RedisServer.start()).url));

  countsLimits(async () => sharedLimits(await start()).limits);

  it("hold for all gateways together", async () => {
    const { url } = await RedisServer.start();
    const gateways = Array.from({ length: 3 }, () => limitsAt(url, "test"));
    await Promise.all(gateways.map(connected));
    const results = await Promise.all(
      gateways.flatMap((limits, gateway) =>
        Array.from({ length: 20 }, (_, index) => limits.reserve(useOf(`${gateway} ${index}`, ONE))),
      ),
    );
    expect(results.filter((refusal) => refusal === undefined)).toHaveLength(10);
  });

  it("count a request once, however often it is reserved or settled", async () => {
    const limits = await start();
    const use = useOf("one", budget(5));
    expect(await limits.reserve(use)).toBeUndefined();
    expect(await limits.reserve(use)).toBeUndefined();
    for (let time = 0; time < 3; time++) await limits.settle({ ...use, used: [2], isReserved: true });
    expect(await leftOf(limits)).toBe(8);
  });

  it("count what was used although nobody knows whether it was reserved, once", async () => {
    const limits = await start();
    const known = useOf("reserved", budget(5));
    await limits.reserve(known);
    for (const use of [known, useOf("not reserved", budget(5))])
      for (let time = 0; time < 2; time++) await limits.settle({ ...use, used: [3], isReserved: false });
    expect(await leftOf(limits)).toBe(4);
  });

  it("do not count a reservation that arrives after its settlement", async () => {
    const limits = await start();
    const use = useOf("late", budget(5));
    await limits.settle({ ...use, used: [0], isReserved: false });
    expect(await limits.reserve(use)).toBeUndefined();
    expect(await leftOf(limits)).toBe(10);
  });
});

describe("shared limits that are down", () => {
  const nowhere = async () => limitsAt(`redis://127.0.0.1:${await freePort()}`);

  it("are counted by each gateway itself, if they are open", async () => {
    const { limits, troubles } = sharedLimits(await nowhere());
    const results = await Promise.all(Array.from({ length: 20 }, () => limits.reserve("ann", ONE)));
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(10);
    expect(troubles[0]).toContain("shared limits cannot be reached");
  });

  it("refuse requests, if they are closed", async () => {
    const { limits } = sharedLimits(await nowhere(), { onDown: "closed" });
    await expect(limits.reserve("ann", ONE)).rejects.toMatchObject({ failure: { status: 503 } });
  });
});
