import { createClient } from "@redis/client";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { ClientKey, OnDown, StateSettings } from "../../src/config/config.ts";
import type { KeyEntry } from "../../src/config/key-file.ts";
import { sha256 } from "../../src/config/sha256.ts";
import type { KeyStore } from "../../src/store/key-store.ts";
import { openKeyStore } from "../../src/store/open-keys.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { freePort, hasRedis, RedisServer } from "./redis-server.ts";

function stateAt(url: string, keys: OnDown["keys"] = "open"): StateSettings {
  const onDown = { stored: "closed", limits: "open", keys } as const;
  return { redis: { type: "single", urls: [url] }, prefix: "test", timeout: 5000, maxAge: 60_000, keys: true, onDown };
}

function startReplica(url: string, more: { onDown?: OnDown["keys"]; keys?: ClientKey[] } = {}): Promise<TestGateway> {
  const { onDown, keys = [] } = more;
  const providers = { sim: { dialect: "openai-chat", baseUrl: "sim:" } };
  return startGateway({ providers, keys, state: stateAt(url, onDown) });
}

async function storeAt(url: string): Promise<KeyStore> {
  const store = await openKeyStore({ state: stateAt(url) });
  afterTest(() => store.close());
  return store;
}

const keyOf = (name: string) => `sk-of-${name}`;

async function entryOf(name: string, more: Partial<KeyEntry> = {}): Promise<KeyEntry> {
  return { name, sha256: await sha256(keyOf(name)), ...more };
}

async function statusOf({ url }: TestGateway, name: string, path = "/v1/models"): Promise<number> {
  return (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${keyOf(name)}` } })).status;
}

async function becomes(status: number, replica: TestGateway, name: string): Promise<void> {
  while ((await statusOf(replica, name)) !== status) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function metricsOf({ url }: TestGateway): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${keyOf("ann")}` } })).text();
}

/** What the log says besides requests. */
function noticesOf({ records }: TestGateway): string[] {
  return records.flatMap((record) => ("message" in record ? [`${record.level}: ${record.message}`] : []));
}

describe.skipIf(!hasRedis)("keys that gateways share", () => {
  it("are known to all of them soon after they are added, and refused soon after they are revoked", async () => {
    const { url } = await RedisServer.start();
    const store = await storeAt(url);
    await store.add(await entryOf("ann"));
    const replicas = await Promise.all([startReplica(url), startReplica(url)]);
    for (const replica of replicas) {
      await becomes(200, replica, "ann");
      expect(await statusOf(replica, "bob")).toBe(401);
      expect((await fetch(`${replica.url}/v1/models`)).status).toBe(401);
    }
    await store.add(await entryOf("bob"));
    for (const replica of replicas) await becomes(200, replica, "bob");
    await store.remove("ann");
    for (const replica of replicas) await becomes(401, replica, "ann");
    await store.remove("bob");
    for (const replica of replicas) await becomes(401, replica, "bob");
  });

  it("have their limits, models and expiry", async () => {
    const { url } = await RedisServer.start();
    const store = await storeAt(url);
    await store.add(await entryOf("ann", { rpm: 1, models: ["sim/*"] }));
    await store.add(await entryOf("old", { expires: "2020-01-01" }));
    const replica = await startReplica(url);
    await becomes(200, replica, "ann");
    expect(await statusOf(replica, "old")).toBe(401);
    const ask = async (model: string) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${keyOf("ann")}` };
      const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] });
      return (await fetch(`${replica.url}/v1/chat/completions`, { method: "POST", headers, body })).status;
    };
    expect(await ask("other")).toBe(403);
    expect(await ask("sim/default")).toBe(200);
    expect(await ask("sim/default")).toBe(429);
  });

  it("stay known while the server is down, and nobody else is let in", async () => {
    const server = await RedisServer.start("--appendfsync", "always");
    const store = await storeAt(server.url);
    await store.add(await entryOf("ann"));
    const replica = await startReplica(server.url);
    await becomes(200, replica, "ann");
    await server.kill();
    await becomes(503, replica, "bob");
    expect(await statusOf(replica, "ann")).toBe(200);
    const ready = JSON.stringify(await (await fetch(`${replica.url}/readyz`)).json());
    expect(ready).toContain("keys cannot be read");
    expect(ready).toContain("those that were known are accepted");
    const text = await metricsOf(replica);
    expect(text).toContain('toolglot_state_up{part="keys"} 0\n');
    expect(text).toMatch(/^toolglot_state_errors_total\{part="keys",reason="connection"\} [1-9]/m);
    await server.start();
    await becomes(401, replica, "bob");
    expect(await statusOf(replica, "ann")).toBe(200);
    expect(noticesOf(replica)).toContain("info: the trouble with keys is over");
  });

  it("are no trouble while the gateway connects at its start", async () => {
    const { url } = await RedisServer.start();
    await (await storeAt(url)).add(await entryOf("ann"));
    const replica = await startReplica(url);
    await becomes(200, replica, "ann");
    expect(noticesOf(replica)).toEqual([]);
    expect(await metricsOf(replica)).not.toMatch(/^toolglot_state_errors_total\{/m);
  });

  it("are refused while the server is down, if they are closed", async () => {
    const server = await RedisServer.start();
    await (await storeAt(server.url)).add(await entryOf("ann"));
    const own = { name: "own", sha256: await sha256(keyOf("own")), concurrency: 0 };
    const replica = await startReplica(server.url, { onDown: "closed", keys: [own] });
    await becomes(200, replica, "ann");
    await server.kill();
    await becomes(503, replica, "ann");
    expect(await statusOf(replica, "own")).toBe(200);
  });

  it("are refused if the server has lost them, which is told", async () => {
    const { url } = await RedisServer.start();
    await (await storeAt(url)).add(await entryOf("ann"));
    const replica = await startReplica(url);
    await becomes(200, replica, "ann");
    const client = createClient({ url });
    await client.connect();
    afterTest(() => client.destroy());
    await client.flushAll();
    await becomes(401, replica, "ann");
    expect(replica.gateway.troubles.get("keys")).toContain("has lost all keys");
  });

  it("are used although one of them is wrong, and have no name of a key in the config", async () => {
    const { url } = await RedisServer.start();
    const store = await storeAt(url);
    await store.add({ ...(await entryOf("odd")), rpm: -1 });
    await store.add(await entryOf("ann"));
    await store.add(await entryOf("own"));
    const own = { name: "own", sha256: await sha256("another"), concurrency: 0 };
    const replica = await startReplica(url, { keys: [own] });
    await becomes(200, replica, "ann");
    expect(await statusOf(replica, "odd")).toBe(401);
    expect(await statusOf(replica, "own")).toBe(401);
    expect(replica.gateway.troubles.get("keys")).toContain("odd: ");
  });
});

describe("keys that gateways share, at a server that was never up", () => {
  it("are not known, so nobody is let in", async () => {
    const replica = await startReplica(`redis://127.0.0.1:${await freePort()}`);
    expect(await statusOf(replica, "ann")).toBe(503);
    expect((await fetch(`${replica.url}/v1/models`)).status).toBe(401);
    expect(await statusOf(replica, "ann", "/readyz")).toBe(200);
  });
});
