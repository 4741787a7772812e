import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { RedisSettings } from "../../src/config/config.ts";
import type { Reservation } from "../../src/limits/limit-state.ts";
import { RedisKeys } from "../../src/store/redis/redis-keys.ts";
import { RedisLimits } from "../../src/store/redis/redis-limits.ts";
import { RedisLink } from "../../src/store/redis/redis-link.ts";
import { RedisStore } from "../../src/store/redis/redis-store.ts";
import { countsLimits } from "../limits/behaviour.ts";
import { connected, openLink, sharedLimits } from "../limits/shared.ts";
import { answer, behavesAsAStore } from "../store/behaviour.ts";
import { keepsKeys } from "./key-behaviour.ts";
import { hasRedis, RedisServer } from "./redis-server.ts";
import { startCluster, startReplicated, startSentinel } from "./redis-topologies.ts";

/** Everything that gateways share, at some servers, once they answer. */
async function open(settings: RedisSettings, prefix = "test") {
  const link = new RedisLink(settings, () => {});
  afterTest(() => link.close());
  const limits = await connected(new RedisLimits({ link, prefix }));
  const store = new RedisStore({ link, prefix, kind: "response", maxAge: 60_000 });
  return { limits, store, keys: new RedisKeys({ link, prefix }) };
}

async function worksUntil<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

describe.skipIf(!hasRedis)("a cluster of three nodes", { timeout: 60_000 }, () => {
  let nodes: Promise<string[]> | undefined;
  // It knows the others by the first.
  const cluster = async () => {
    nodes ??= startCluster();
    return open({ type: "cluster", urls: (await nodes).slice(0, 1) }, `test-${Math.random()}`);
  };

  describe("stores responses", () => behavesAsAStore(async () => (await cluster()).store));
  describe("counts limits", () => countsLimits(async () => sharedLimits((await cluster()).limits).limits));
  describe("keeps keys", () => keepsKeys(async () => (await cluster()).keys));

  it("has all counters of one key on one node, whatever its name", async () => {
    const { limits } = await cluster();
    const reservations: Reservation[] = [
      { name: "concurrency", limit: { type: "concurrent", max: 5, lease: 30_000 }, amount: 1 },
      { name: "rpm", limit: { type: "rate", max: 5, period: 60_000 }, amount: 1 },
      { name: "budget", limit: { type: "sum", max: 5, resetsAt: Date.UTC(2100, 0) }, amount: 1 },
    ];
    for (const key of ["ann", "bob b.", "c@d.e", "{x}", "TOOLGLOT_KEYS[0]", "é"]) {
      const use = { id: `of ${key}`, key, reservations };
      expect(await limits.reserve(use)).toBeUndefined();
      await limits.settle({ ...use, used: [0, 1, 1], isReserved: true });
    }
  });
});

describe.skipIf(!hasRedis)("a master that Sentinel watches", { timeout: 60_000 }, () => {
  it("is replaced by its replica: what gateways share goes on", async () => {
    const { master, failOver } = await startReplicated();
    const urls = [await startSentinel(master)];
    const { limits, store, keys } = await open({ type: "sentinel", urls, master: "main" });
    const budget = [
      { name: "budget", limit: { type: "sum", max: 2, resetsAt: Date.UTC(2100, 0) }, amount: 1 } as const,
    ];
    const reserve = (id: string) => limits.reserve({ id, key: "ann", reservations: budget });
    expect(await reserve("before")).toBeUndefined();
    await store.put(answer("resp_1"));
    await keys.add({ name: "ann", sha256: "ab".repeat(32) });
    await failOver();
    expect(await worksUntil(() => reserve("after"))).toBeUndefined();
    expect(await worksUntil(() => reserve("too much"))).toMatchObject({ refused: "budget" });
    expect(await store.get("", "resp_1")).toEqual(answer("resp_1"));
    expect(await keys.list()).toMatchObject([{ name: "ann" }]);
  });
});

describe.skipIf(!hasRedis)("a sentinel with a password, and servers with another", { timeout: 60_000 }, () => {
  it("are both told what they want", async () => {
    const passwords = { own: "of-the-sentinel", servers: "of-the-servers" };
    const { master, failOver } = await startReplicated({ password: passwords.servers });
    const urls = [await startSentinel(master, { passwords })];
    const settings = { type: "sentinel", urls, master: "main", password: passwords.servers } as const;
    const { store } = await open(settings);
    await store.put(answer("resp_1"));
    await failOver();
    expect(await worksUntil(() => store.get("", "resp_1"))).toEqual(answer("resp_1"));
  });
});

describe.skipIf(!hasRedis)("an ACL user", () => {
  it("may do what the gateway needs, and is told of what it may not", async () => {
    const { port } = await RedisServer.start("--user", "gateway", "on", ">a-password", "~test:*", "+@all");
    const { limits, keys } = await open({ type: "single", urls: [`redis://gateway:a-password@127.0.0.1:${port}`] });
    expect(await limits.reserve({ id: "one", key: "ann", reservations: [] })).toBeUndefined();
    expect(await keys.add({ name: "ann", sha256: "ab".repeat(32) })).toBe(true);
    const link = await openLink(`redis://gateway:a-password@127.0.0.1:${port}`);
    const denied = new RedisStore({ link, prefix: "elsewhere", kind: "response", maxAge: 1000 });
    await expect(denied.get("", "a")).rejects.toMatchObject({ reason: "auth", mayHaveRun: false });
  });
});
