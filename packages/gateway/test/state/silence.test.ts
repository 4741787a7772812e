import { describe, expect, it } from "vitest";
import { Silence } from "../../src/limits/silence.ts";
import { BoundedStore } from "../../src/store/bounded.ts";
import { RedisStore } from "../../src/store/redis/redis-store.ts";
import { connected, limitsAt, openLink, sharedLimits } from "../limits/shared.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { hasRedis, RedisServer } from "./redis-server.ts";

const TIMEOUT = 50;
const ONE = [{ name: "rpm", limit: { type: "rate", max: 1000, period: 60_000 } as const, amount: 1 }];

/** What a gateway shares, by a clock that stands still. */
async function world() {
  const server = await RedisServer.start();
  const clock = new TestClock();
  const silence = new Silence(clock, TIMEOUT);
  const { limits } = sharedLimits(await connected(limitsAt(server.url)), { clock, silence, timeout: TIMEOUT });
  const link = await openLink(server.url);
  const stores = (["response", "reasoning"] as const).map(
    (kind) =>
      new BoundedStore(new RedisStore({ link, prefix: "test", kind, maxAge: 1000 }), {
        timeout: TIMEOUT,
        clock,
        silence,
      }),
  );
  let done = 0;
  /** A request that needs everything, one after the other. */
  const request = async () => {
    await limits.reserve("ann", ONE);
    for (const store of stores) await store.get("", "a").catch(() => undefined);
    done++;
  };
  const begin = (count: number) => {
    for (let index = 0; index < count; index++) void request();
  };
  return { server, clock, begin, request, done: () => done };
}

describe.skipIf(!hasRedis)("F51: a server that stops to answer", () => {
  it("is waited for no longer than the timeout by any request, and by later ones not at all", async () => {
    const { server, clock, begin, done } = await world();
    server.freeze();
    begin(200);
    await quiet();
    expect(done()).toBe(0);
    clock.turn(TIMEOUT);
    await quiet();
    expect(done()).toBe(200);
    begin(200);
    await quiet();
    expect(done()).toBe(400);
  });

  it("is tried by one request at a time, and used again by all when it answers", async () => {
    const { server, clock, begin, done, request } = await world();
    server.freeze();
    begin(1);
    clock.turn(TIMEOUT);
    await quiet();
    clock.turn(TIMEOUT);
    begin(100);
    await quiet();
    expect(done()).toBe(100);
    server.thaw();
    while (done() < 101) await new Promise((resolve) => setTimeout(resolve, 5));
    await request();
    expect(done()).toBe(102);
  });
});
