import { createClient } from "@redis/client";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { RedisLink } from "../../src/store/redis/redis-link.ts";
import { RedisStore } from "../../src/store/redis/redis-store.ts";
import { answer, behavesAsAStore } from "../store/behaviour.ts";
import { until, untilSuccess } from "../support/until.ts";
import { hasRedis, RedisServer } from "./redis-server.ts";

async function openStore(url: string, more: { kind?: "response" | "reasoning"; maxAge?: number } = {}) {
  const troubles: (string | undefined)[] = [];
  const link = new RedisLink({ type: "single", urls: [url] }, (trouble) => troubles.push(trouble));
  afterTest(() => link.close());
  const store = new RedisStore({ link, prefix: "test", kind: "response", maxAge: 60_000, ...more });
  return { store, link, troubles };
}

/** A store whose connection is up. */
async function connectedStore(url: string, more: Parameters<typeof openStore>[1] = {}) {
  const opened = await openStore(url, more);
  await untilSuccess(() => opened.store.get("", "none"));
  return opened;
}

describe.skipIf(!hasRedis)("a store on Redis", () => {
  behavesAsAStore(async () => (await connectedStore((await RedisServer.start()).url)).store);

  it("has a prefix, a version and a time to live for every key", async () => {
    const server = await RedisServer.start();
    const { store } = await connectedStore(server.url, { maxAge: 5000 });
    await store.put(answer("resp_1", { tenant: "a:b" }));
    const client = createClient({ url: server.url });
    await client.connect();
    expect(await client.keys("*")).toEqual(["test:1:response:a%3Ab:resp_1"]);
    const left = await client.pTTL("test:1:response:a%3Ab:resp_1");
    await client.close();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(5000);
  });

  it("keeps responses and reasoning apart, and what is too old not at all", async () => {
    const { url } = await RedisServer.start();
    const { store } = await connectedStore(url, { maxAge: 20 });
    const { store: reasoning } = await connectedStore(url, { kind: "reasoning" });
    await store.put(answer("a"));
    expect(await reasoning.get("", "a")).toBeUndefined();
    await until(() => false, 60);
    expect(await store.get("", "a")).toBeUndefined();
  });

  it("shares what another process has written, also after a crash of the server", async () => {
    const server = await RedisServer.start("--appendfsync", "always");
    const { store: first } = await connectedStore(server.url);
    await first.put(answer("resp_1"));
    await server.kill();
    await server.start();
    const { store: second } = await connectedStore(server.url);
    expect(await second.get("", "resp_1")).toEqual(answer("resp_1"));
  });

  it("fails at once while the server is down, says so, and works again afterwards", async () => {
    const server = await RedisServer.start();
    const { store, troubles } = await connectedStore(server.url);
    await server.kill();
    await until(() => troubles.some((trouble) => trouble?.includes("cannot be reached")));
    await expect(store.get("", "a")).rejects.toThrow();
    await server.start();
    await until(() => troubles.at(-1) === undefined);
    await store.put(answer("a"));
    expect(await store.get("", "a")).toEqual(answer("a"));
  });

  it("is closed although a server that has stopped still owes it a response", async () => {
    const server = await RedisServer.start();
    const { store, link } = await connectedStore(server.url);
    server.freeze();
    const waits = store.get("", "a").catch((error: Error) => error);
    await server.kill();
    const neither = store.get("", "b").catch((error: Error) => error);
    await link.close();
    expect(await waits).toBeInstanceOf(Error);
    expect(await neither).toBeInstanceOf(Error);
  });

  it("is closed although the server has stopped to answer", async () => {
    const server = await RedisServer.start();
    const { store, link } = await connectedStore(server.url);
    server.freeze();
    const waits = store.get("", "a").catch((error: Error) => error);
    await link.close();
    expect(await waits).toBeInstanceOf(Error);
  });

  it("names a wrong password, and not the password", async () => {
    const server = await RedisServer.start("--requirepass", "right-password");
    const { troubles } = await openStore(`redis://:wrong-password@127.0.0.1:${server.port}/0`);
    await until(() => troubles.length > 0);
    expect(troubles[0]).toContain("WRONGPASS");
    expect(troubles.join()).not.toContain("wrong-password");
  });
});
