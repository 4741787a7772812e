import { describe, expect, it } from "vitest";
import type { OnDown, StateSettings } from "../../src/config/config.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { until, untilSuccess } from "../support/until.ts";
import { freePort, hasRedis, RedisServer } from "./redis-server.ts";

interface StateOptions {
  readonly stored?: OnDown["stored"];
  /** Long by default, because the machine may be busy. */
  readonly timeout?: number;
}

function stateAt(url: string, { stored = "closed", timeout = 5000 }: StateOptions): StateSettings {
  const redis = { type: "single", urls: [url] } as const;
  return { redis, prefix: "test", timeout, maxAge: 60_000, onDown: { stored, limits: "open" } };
}

/** A gateway with the shared state, and the simulated provider behind it. */
function startReplica(url: string, options: StateOptions = {}): Promise<TestGateway> {
  return startGateway({
    providers: { sim: { dialect: "openai-responses", baseUrl: "sim:", remembers: false } },
    state: stateAt(url, options),
  });
}

async function ask({ url }: TestGateway, body: object): Promise<{ status: number; body: { id: string } }> {
  const response = await fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "sim/default", input: "Hi", ...body }),
  });
  return { status: response.status, body: (await response.json()) as { id: string } };
}

// A response that is not found is an error for a while after the store was down; one that is not there to be deleted is none.
async function connected(replica: TestGateway): Promise<TestGateway> {
  await untilSuccess(async () => replica.gateway.store.delete("", "none"));
  return replica;
}

describe.skipIf(!hasRedis)("gateways that share their state", () => {
  it("continue each other's conversations, also after one of them was killed", async () => {
    const { url } = await RedisServer.start();
    const first = await connected(await startReplica(url));
    const second = await connected(await startReplica(url));
    const begun = await ask(first, {});
    await first.requests(1);
    void first.close();
    await first.close();
    const continued = await ask(second, { previous_response_id: begun.body.id });
    expect(continued.status).toBe(200);
    const stored = await fetch(`${second.url}/v1/responses/${begun.body.id}`);
    expect(stored.status).toBe(200);
  });

  it("serve what needs no state while it is down, and say so", async () => {
    const url = `redis://127.0.0.1:${await freePort()}/0`;
    // Longer than the test may take: nothing waits for a server that cannot be reached.
    const replica = await startReplica(url, { timeout: 3_600_000 });
    expect((await ask(replica, {})).status).toBe(200);
    await until(() => replica.gateway.troubles.size > 0);
    const ready = await fetch(`${replica.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(JSON.stringify(await ready.json())).toContain("cannot be reached");
    expect(replica.records.some((record) => record.event === "store")).toBe(true);
  });

  it("refuse what needs it while it is down, and never answer without the history", async () => {
    const server = await RedisServer.start();
    const replica = await connected(await startReplica(server.url));
    const begun = await ask(replica, {});
    await replica.requests(1);
    await server.kill();
    expect((await ask(replica, { previous_response_id: begun.body.id })).status).toBe(503);
    await server.start();
    await connected(replica);
    expect((await ask(replica, { previous_response_id: begun.body.id })).status).toBe(200);
  });

  it("continue their own conversations while it is down, where the config says so", async () => {
    const server = await RedisServer.start();
    const replica = await connected(await startReplica(server.url, { stored: "open" }));
    const before = await ask(replica, {});
    // It is stored after the reply.
    await replica.requests(1);
    await server.kill();
    const begun = await ask(replica, { input: "Hello" });
    expect((await ask(replica, { previous_response_id: begun.body.id })).status).toBe(200);
    expect((await ask(replica, { previous_response_id: before.body.id })).status).toBe(503);
  });

  it("wait no longer than the timeout for a server that does not answer, and nothing piles up", async () => {
    const server = await RedisServer.start();
    const replica = await connected(await startReplica(server.url, { timeout: 50 }));
    server.freeze();
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(replica, {})));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    server.thaw();
    await connected(replica);
    const begun = await ask(replica, {});
    expect((await ask(replica, { previous_response_id: begun.body.id })).status).toBe(200);
  });

  it.each([
    ["is full", ["--maxmemory", "1", "--maxmemory-policy", "noeviction"], "full", "is full"],
    ["is read-only", ["--replicaof", "127.0.0.1 1", "--replica-serve-stale-data", "yes"], "read-only", "is read-only"],
    ["wants a password", ["--requirepass", "secret-of-the-server"], "auth", "wants a password"],
    ["wants another password", ["--requirepass", "secret-of-the-server"], "auth", "refuses the user or the password"],
  ])("serve without it if it %s, and tell why", async (name, options, reason, text) => {
    const server = await RedisServer.start(...options);
    const wrong = server.url.replace("://", "://:not-the-secret@");
    const replica = await startReplica(name.includes("another") ? wrong : server.url);
    const told = () => [...replica.gateway.troubles.values()].join();
    const isTold = () => told().includes(text) && replica.gateway.metrics.text([]).includes(`reason="${reason}"`);
    // Until it is connected, that is what is told.
    for (let tries = 0; tries < 200 && !isTold(); tries++) {
      expect((await ask(replica, {})).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(told()).toContain(text);
    expect(await (await fetch(`${replica.url}/metrics`)).text()).toMatch(
      new RegExp(`^toolglot_state_errors_total\\{part="stored",reason="${reason}"\\} [1-9]`, "m"),
    );
    expect(JSON.stringify(await (await fetch(`${replica.url}/readyz`)).json())).toContain(text);
  });
});
