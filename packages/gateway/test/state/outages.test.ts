import { describe, expect, it } from "vitest";
import type { StateSettings } from "../../src/config/config.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { Silence } from "../../src/limits/silence.ts";
import { BoundedStore } from "../../src/store/bounded.ts";
import { RedisStore } from "../../src/store/redis/redis-store.ts";
import { connected, limitsAt, openLink, sharedLimits } from "../limits/shared.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { until, untilSuccess } from "../support/until.ts";
import { RedisProxy } from "./redis-proxy.ts";
import { hasRedis, RedisServer } from "./redis-server.ts";

const KEY = "a-key-for-tests";
const TIMEOUT = 50;
/** A loaded machine takes long for everything. */
const LONG = 60_000;

function stateAt(url: string, timeout: number): StateSettings {
  const redis = { type: "single", urls: [url] } as const;
  return { redis, prefix: "test", timeout, maxAge: 60_000, onDown: { stored: "closed", limits: "open" } };
}

/** A gateway with a limited key, whose state is at the server. */
async function startReplica(url: string, timeout: number = TIMEOUT): Promise<TestGateway> {
  return startGateway({
    providers: { sim: { dialect: "openai-responses", baseUrl: "sim:", remembers: false } },
    keys: [{ name: "ann", sha256: await sha256(KEY), concurrency: 100, limits: { rpm: 10_000 } }],
    state: stateAt(url, timeout),
  });
}

async function ask({ url }: TestGateway): Promise<number> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
  const body = JSON.stringify({ model: "sim/default", input: "Hi" });
  const response = await fetch(`${url}/v1/responses`, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

async function page({ url }: TestGateway, path: string): Promise<string> {
  return (await fetch(url + path, { headers: { authorization: `Bearer ${KEY}` } })).text();
}

describe.skipIf(!hasRedis)("F51: a server that comes and goes", () => {
  it("costs no request, and each is counted once when it stays", { timeout: 2 * LONG }, async () => {
    const proxy = await RedisProxy.start((await RedisServer.start()).port);
    const replica = await startReplica(proxy.url);
    await untilSuccess(() => replica.gateway.store.delete("", "none"));
    let [isOver, sent] = [false, 0];
    const statuses = new Set<number>();
    const client = async () => {
      while (!isOver) {
        sent++;
        statuses.add(await ask(replica));
      }
    };
    const clients = Promise.all([client(), client(), client()]);
    for (let flip = 0; flip < 12; flip++) {
      const before = sent;
      await (flip % 2 === 0 ? proxy.down() : proxy.up());
      await until(() => sent >= before + 5, LONG);
    }
    isOver = true;
    await clients;
    expect([...statuses]).toEqual([200]);
    // One connection at a time, however often it broke.
    await expect.poll(() => proxy.connections, { timeout: LONG }).toBeLessThanOrEqual(1);
    expect(replica.records.some((record) => record.event === "store")).toBe(true);
    expect(await page(replica, "/metrics")).toMatch(
      /^toolglot_state_errors_total\{part="limits",reason="\w+"\} [1-9]/m,
    );
    const total = async () => JSON.parse(await page(replica, "/v1/usage")).total?.requests;
    await expect.poll(total, { timeout: LONG }).toBe(sent);
    await expect.poll(() => page(replica, "/metrics"), { timeout: LONG }).toMatch(/^toolglot_state_unsettled 0$/m);
    await ask(replica);
    const isTold = async () => JSON.parse(await page(replica, "/readyz")).troubles;
    await expect.poll(isTold, { timeout: LONG }).toBeUndefined();
    await expect.poll(() => page(replica, "/metrics"), { timeout: LONG }).not.toMatch(/^toolglot_state_up\{.*\} 0$/m);
  });
});

describe.skipIf(!hasRedis)("F51: a server that answers too late, again and again", () => {
  it("shows in the log, in /readyz and in the metrics, costs no request, and is forgotten when it is fast again", {
    timeout: 2 * LONG,
  }, async () => {
    const proxy = await RedisProxy.start((await RedisServer.start()).port);
    const replica = await startReplica(proxy.url);
    await untilSuccess(() => replica.gateway.store.delete("", "none"));
    proxy.delay = 20 * TIMEOUT;
    const statuses = new Set<number>();
    const isTold = async () => {
      for (const status of await Promise.all(Array.from({ length: 10 }, () => ask(replica)))) statuses.add(status);
      return JSON.stringify(JSON.parse(await page(replica, "/readyz")).troubles ?? {});
    };
    await expect.poll(isTold, { timeout: LONG }).toMatch(/"limits":"[^"]*too slow/);
    expect([...statuses]).toEqual([200]);
    const logged = replica.records.filter((record) => record.event === "store");
    expect(JSON.stringify(logged)).toContain("too slow");
    const metrics = await page(replica, "/metrics");
    expect(metrics).toMatch(/^toolglot_state_errors_total\{part="limits",reason="timeout"\} [1-9]/m);
    expect(metrics).toMatch(/^toolglot_state_up\{part="limits"\} 0$/m);
    proxy.delay = 0;
    await expect.poll(isTold, { timeout: LONG }).toBe("{}");
    await expect.poll(() => page(replica, "/metrics"), { timeout: LONG }).toMatch(/^toolglot_state_unsettled 0$/m);
    expect(proxy.connections).toBe(1);
  });

  it("is waited for once by each request, and nothing piles up", { timeout: 2 * LONG }, async () => {
    const proxy = await RedisProxy.start((await RedisServer.start()).port);
    const { clock, begin, done, link } = await slowWorld(proxy);
    proxy.delay = 300;
    for (let round = 1; round <= 5; round++) {
      const passed = proxy.passed;
      begin(50);
      await quiet();
      clock.turn(TIMEOUT);
      await quiet();
      expect(done()).toBe(round * 50);
      // Its late answers say that it is alive, so that it is asked again.
      await until(() => proxy.passed > passed, LONG);
    }
    proxy.delay = 0;
    await untilSuccess(() => link.run((client) => client.get("a")));
    begin(1);
    await until(() => done() === 251, LONG);
    expect(done()).toBe(251);
  });
});

describe.skipIf(!hasRedis)("F51: a server that was down", () => {
  it("is no trouble any more when it is back, also for what nobody asks of it then", {
    timeout: 2 * LONG,
  }, async () => {
    const server = await RedisServer.start();
    const replica = await startReplica(server.url);
    await untilSuccess(() => replica.gateway.store.delete("", "none"));
    await server.kill();
    const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
    const body = JSON.stringify({ model: "sim/default", input: "Hi", previous_response_id: "resp_1" });
    expect((await fetch(`${replica.url}/v1/responses`, { method: "POST", headers, body })).status).toBe(503);
    const troubles = async () => JSON.parse(await page(replica, "/readyz")).troubles;
    expect(await troubles()).toMatchObject({ stored: expect.stringContaining("cannot be reached") });
    await server.start();
    await expect.poll(troubles, { timeout: LONG }).toBeUndefined();
  });
});

describe.skipIf(!hasRedis)("F51: a server that is full", () => {
  it("is told of once, whatever it does nevertheless", { timeout: LONG }, async () => {
    const { url } = await RedisServer.start("--maxmemory", "1", "--maxmemory-policy", "noeviction");
    // Answers that are late on a busy machine are troubles of their own.
    const replica = await startReplica(url, LONG);
    const told = () => replica.records.flatMap((record) => (record.event === "store" ? JSON.stringify(record) : []));
    const isFull = async () => {
      expect(await ask(replica)).toBe(200);
      return told().some((record) => /shared limits[^"]*is full/.test(record));
    };
    await expect.poll(isFull, { timeout: LONG }).toBe(true);
    const before = told().filter((record) => /limits/.test(record));
    for (let count = 0; count < 6; count++) expect(await ask(replica)).toBe(200);
    expect(told().filter((record) => /limits/.test(record))).toEqual(before);
    expect(JSON.parse(await page(replica, "/readyz")).troubles.limits).toMatch(/is full/);
  });
});

/** A gateway's limits and stores at a proxy, by a clock that stands still; a request needs them one after the other. */
async function slowWorld(proxy: RedisProxy) {
  const clock = new TestClock();
  const silence = new Silence(clock, TIMEOUT);
  const { limits } = sharedLimits(await connected(limitsAt(proxy.url)), { clock, silence, timeout: TIMEOUT });
  const link = await openLink(proxy.url);
  const bounds = { timeout: TIMEOUT, clock, silence };
  const stores = (["response", "reasoning"] as const).map(
    (kind) => new BoundedStore(new RedisStore({ link, prefix: "test", kind, maxAge: 1000 }), bounds),
  );
  let finished = 0;
  const request = async () => {
    const one = [{ name: "rpm", limit: { type: "rate", max: 1000, period: 60_000 } as const, amount: 1 }];
    await limits.reserve("ann", one);
    for (const store of stores) await store.get("", "a").catch(() => undefined);
    finished++;
  };
  const begin = (count: number) => {
    for (let index = 0; index < count; index++) void request();
  };
  return { clock, begin, link, done: () => finished };
}
