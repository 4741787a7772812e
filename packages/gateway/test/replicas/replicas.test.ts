import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { freePort, hasRedis, RedisServer } from "../state/redis-server.ts";
import { runAgent, type Tally } from "./agent.ts";
import { hasBalancer, startBalancer } from "./balancer.ts";
import { Replica } from "./replica.ts";

/** `REPLICAS=all` is what a release is tried with. */
const { agents, turns } = process.env.REPLICAS === "all" ? { agents: 200, turns: 3 } : { agents: 16, turns: 3 };
const KEY = "a-key-of-all-agents";
const LIMITED = "a-key-with-a-limit";
/** Requests per minute of the limited key. */
const RPM = 20;

describe.skipIf(!hasRedis || !hasBalancer)("three gateways, one Redis and a balancer", { timeout: 240_000 }, () => {
  it("lose no session when a gateway is killed and Redis restarts, and count nothing twice", async () => {
    const { provider, redis, replicas, url } = await startAll();
    const tally: Tally = { tries: 0, broken: 0, refused: 0, wrong: [] };
    let steps = 0;
    const pace = async () => {
      steps++;
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const begun = Date.now();
    const limited = flood(url);
    const running = Promise.all(
      Array.from({ length: agents }, (_, number) => runAgent({ url, key: KEY, number, turns, tally, pace })),
    );
    const all = agents * turns * 2;
    const stepsDone = async (share: number) => {
      while (steps < all * share) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await stepsDone(0.3);
    await replicas[0]?.kill();
    await stepsDone(0.5);
    await redis.kill();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await redis.start();
    await replicas[0]?.start();
    expect(await running).toEqual(Array(agents).fill(turns));
    expect(tally.wrong).toEqual([]);
    const { admitted, unknown } = await limited;
    // What a killed gateway had in flight is all that may be counted twice, or not at all.
    const minutes = (Date.now() - begun) / 60_000;
    expect(admitted).toBeLessThanOrEqual(RPM * (1 + minutes) + unknown);
    expect(admitted + unknown).toBeGreaterThanOrEqual(RPM);
    expectSentOnce(provider, tally);
  });
});

interface Setup {
  readonly provider: SimServer;
  readonly redis: RedisServer;
  readonly replicas: readonly Replica[];
  readonly url: string;
}

async function startAll(): Promise<Setup> {
  const provider = await startSimulator();
  afterTest(() => provider.close());
  const redis = await RedisServer.start();
  const folder = mkdtempSync(join(tmpdir(), "toolglot-replicas-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "toolglot.json");
  writeFileSync(file, JSON.stringify(configFor(provider, redis)), { mode: 0o600 });
  const replicas = await Promise.all([1, 2, 3].map(async () => new Replica(await freePort(), file)));
  await Promise.all(replicas.map((replica) => replica.start()));
  return { provider, redis, replicas, url: await startBalancer(replicas.map(({ port }) => port)) };
}

/** No retries: each try of a client may reach the provider once. */
function configFor(provider: SimServer, redis: RedisServer): object {
  const retries = { attempts: 0 };
  return {
    providers: { one: { dialect: "openai-chat", baseUrl: `${provider.url}/v1`, apiKey: "unused", retries } },
    routes: [{ match: "*", to: "one" }],
    keys: [
      { name: "agents", key: KEY },
      { name: "limited", key: LIMITED, rpm: RPM },
    ],
    server: { maxLag: 0 },
    inspector: { enabled: false },
    // A busy machine may take longer than the default; what cannot be counted is refused.
    state: { redis: redis.url, timeout: "5s", onDown: { limits: "closed", stored: "closed" } },
  };
}

/** Sends more requests than the limited key may send, also while gateways fail. */
async function flood(url: string): Promise<{ admitted: number; unknown: number }> {
  let [admitted, unknown] = [0, 0];
  const one = async () => {
    const response = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": LIMITED },
      body: JSON.stringify({ model: "model", max_tokens: 10, messages: [{ role: "user", content: "limited" }] }),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response?.status === 200 && text !== undefined) admitted++;
    else if (response?.status !== 429 && response?.status !== 503) unknown++;
  };
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 8 }, one));
  return { admitted, unknown };
}

/** Every step of a session has reached the provider, and no try more than once. */
function expectSentOnce({ requests }: SimServer, { tries }: Tally): void {
  const sent = requests.filter(({ body }) => body.includes("agent "));
  expect(sent.length).toBeLessThanOrEqual(tries);
  expect(sent.length).toBeGreaterThanOrEqual(agents * turns * 2);
  for (const { body } of sent) {
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const prompts = messages.filter(({ role }) => role === "user").map(({ content }) => content);
    // A conversation that went on at another gateway has each of its turns once, in order.
    const [, number] = /^agent (\d+)/.exec(prompts[0] ?? "") ?? [];
    expect(prompts).toEqual(prompts.map((_, index) => `agent ${number}, turn ${index + 1}`));
  }
}
