import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { systemClock } from "../../src/clock.ts";
import type { LimitState } from "../../src/limits/limit-state.ts";
import { SharedLimits } from "../../src/limits/shared-limits.ts";
import { RedisLimits } from "../../src/store/redis/redis-limits.ts";
import { RedisLink } from "../../src/store/redis/redis-link.ts";
import { freePort, hasRedis, RedisServer } from "../state/redis-server.ts";
import { countsLimits } from "./behaviour.ts";

const ONE = [{ name: "rpm", limit: { type: "rate", max: 10, period: 60_000 } as const, amount: 1 }];

function limitsAt(url: string): RedisLimits {
  const link = new RedisLink({ type: "single", urls: [url] }, () => {});
  afterTest(() => link.close());
  return new RedisLimits({ link, prefix: `test-${Math.random()}` });
}

async function connected(limits: RedisLimits): Promise<LimitState> {
  for (;;) {
    try {
      await limits.reserve("nobody", [{ ...ONE[0], amount: 0 } as (typeof ONE)[0]]);
      return limits;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

function sharedLimits(url: string, onDown: "open" | "closed") {
  const troubles: (string | undefined)[] = [];
  const onTrouble = (trouble: string | undefined) => troubles.push(trouble);
  const limits = new SharedLimits({ shared: limitsAt(url), onDown, timeout: 50, clock: systemClock, onTrouble });
  return { limits, troubles };
}

describe.skipIf(!hasRedis)("limits on Redis", () => {
  countsLimits(async () => connected(limitsAt((await RedisServer.start()).url)));

  it("hold for all gateways together", async () => {
    const { url } = await RedisServer.start();
    const links = Array.from({ length: 3 }, () => new RedisLink({ type: "single", urls: [url] }, () => {}));
    afterTest(() => Promise.all(links.map((link) => link.close())));
    const gateways = links.map((link) => new RedisLimits({ link, prefix: "test" }));
    await Promise.all(gateways.map(connected));
    const results = await Promise.all(
      gateways.flatMap((limits) => Array.from({ length: 20 }, () => limits.reserve("ann", ONE))),
    );
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(10);
  });
});

describe("shared limits that are down", () => {
  it("are counted by each gateway itself, if they are open", async () => {
    const { limits, troubles } = sharedLimits(`redis://127.0.0.1:${await freePort()}`, "open");
    const results = await Promise.all(Array.from({ length: 20 }, () => limits.reserve("ann", ONE)));
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(10);
    expect(troubles[0]).toContain("shared limits cannot be reached");
  });

  it("refuse requests, if they are closed", async () => {
    const { limits } = sharedLimits(`redis://127.0.0.1:${await freePort()}`, "closed");
    await expect(limits.reserve("ann", ONE)).rejects.toMatchObject({ failure: { status: 503 } });
  });
});
