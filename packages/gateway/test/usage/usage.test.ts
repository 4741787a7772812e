import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { MemoryUsage } from "../../src/usage/memory-usage.ts";
import type { UsageEntry } from "../../src/usage/usage-log.ts";
import { KEYED_MODEL, KeyedProvider } from "../support/keyed-provider.ts";

const DAY = 24 * 3600 * 1000;
const NOON = Date.UTC(2026, 10, 16, 12);

const ENTRY: UsageEntry = {
  key: "alice",
  model: "openai/gpt",
  at: NOON,
  isError: false,
  tokens: { input: 100, cacheRead: 60, cacheWrite: 20, output: 10, reasoning: 4 },
  cost: 0.25,
};

describe("usage in memory", () => {
  it("adds up requests by key and model", async () => {
    const usage = new MemoryUsage();
    usage.add(ENTRY);
    usage.add({ ...ENTRY, cost: undefined });
    usage.add({ ...ENTRY, model: "openai/other", isError: true, tokens: {}, cost: undefined });
    usage.add({ ...ENTRY, key: "bob" });
    const { since, models, total } = await usage.ofDay("alice", NOON);
    expect(since).toBe(Date.UTC(2026, 10, 16));
    expect([...models.keys()]).toEqual(["openai/gpt", "openai/other"]);
    expect(models.get("openai/gpt")).toEqual({
      requests: 2,
      errors: 0,
      tokens: { input: 200, cacheRead: 120, cacheWrite: 40, output: 20, reasoning: 8 },
      cost: 0.25,
      unpriced: 1,
    });
    expect(total).toMatchObject({ requests: 3, errors: 1, cost: 0.25, unpriced: 1 });
    expect((await usage.ofDay("bob", NOON)).total.requests).toBe(1);
    expect((await usage.ofDay("eve", NOON)).total.requests).toBe(0);
  });

  it("begins anew with each day of UTC", async () => {
    const usage = new MemoryUsage();
    usage.add({ ...ENTRY, at: Date.UTC(2026, 10, 16, 23, 59, 59, 999) });
    expect((await usage.ofDay("alice", NOON + DAY)).total.requests).toBe(0);
    usage.add({ ...ENTRY, at: Date.UTC(2026, 10, 17) });
    expect((await usage.ofDay("alice", NOON + DAY)).total.requests).toBe(1);
    usage.add(ENTRY);
    expect((await usage.ofDay("alice", NOON + DAY)).total.requests).toBe(1);
  });

  it("counts models beyond a limit together, and loses none of their tokens", async () => {
    const usage = new MemoryUsage();
    for (let index = 0; index < 700; index++) usage.add({ ...ENTRY, model: `openai/${index}` });
    const { models, total } = await usage.ofDay("alice", NOON);
    expect([models.size, models.get("_other")?.requests, total.requests]).toEqual([501, 200, 700]);
    expect([...models.values()].reduce((sum, { tokens }) => sum + tokens.input, 0)).toBe(total.tokens.input);
  });
});

async function gateway(): Promise<KeyedProvider> {
  const keys = ["alice", "bob"].map(async (name) => ({ name, sha256: await sha256(`sk-of-${name}`), concurrency: 0 }));
  return new KeyedProvider({
    providers: { openai: { dialect: "openai-chat", baseUrl: "https://api.openai.com/v1", apiKey: "sk-provider" } },
    routes: [
      { match: "unknown", to: [{ provider: "openai", model: KEYED_MODEL }] },
      { match: "*", to: [{ provider: "openai", model: "gpt-5.6" }] },
    ],
    keys: await Promise.all(keys),
  });
}

function as(name: string): RequestInit {
  return { headers: { authorization: `Bearer sk-of-${name}` } };
}

async function ask(provider: KeyedProvider, name: string, model = "m"): Promise<number> {
  const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] });
  const asking = provider.fetch("/v1/chat/completions", { ...as(name), method: "POST", body });
  return (await provider.clock.turnUntil(asking)).status;
}

describe("GET /v1/usage", () => {
  it("has what the caller's key has used today, and nothing of others", async () => {
    const provider = await gateway();
    for (const name of ["alice", "alice", "bob"]) expect(await ask(provider, name)).toBe(200);
    await ask(provider, "alice", "unknown");
    const usage = await (await provider.fetch("/v1/usage", as("alice"))).json();
    const [{ usage: counted = {}, cost = 0 } = {}] = provider.requests;
    expect(cost).toBeGreaterThan(0);
    const twice = { input: 2 * (counted.input ?? 0), output: 2 * (counted.output ?? 0) };
    expect(usage).toMatchObject({
      object: "usage",
      key: "alice",
      since: "2026-11-16T00:00:00.000Z",
      models: [
        {
          model: "openai/gpt-5.6",
          requests: 2,
          errors: 0,
          tokens: twice,
          cost: Number((2 * cost).toFixed(12)),
          unpriced: 0,
        },
        { model: `openai/${KEYED_MODEL}`, requests: 1, cost: 0, unpriced: 1 },
      ],
      total: { requests: 3, unpriced: 1 },
    });
    expect(await (await provider.fetch("/v1/usage", as("bob"))).json()).toMatchObject({
      key: "bob",
      total: { requests: 1 },
    });
  });

  it("counts requests that fail, but not those that are refused here", async () => {
    const provider = await gateway();
    provider.models.set("sk-provider", "fault-status-400");
    expect(await ask(provider, "alice", "unknown")).toBe(400);
    await provider.fetch("/v1/chat/completions", { ...as("alice"), method: "POST", body: "{}" });
    const usage = await (await provider.fetch("/v1/usage", as("alice"))).json();
    expect(usage).toMatchObject({ total: { requests: 1, errors: 1, unpriced: 0 } });
  });

  it("begins anew at midnight", async () => {
    const provider = await gateway();
    await ask(provider, "alice");
    provider.clock.turn(DAY);
    const usage = await (await provider.fetch("/v1/usage", as("alice"))).json();
    expect(usage).toMatchObject({ since: "2026-11-17T00:00:00.000Z", models: [], total: { requests: 0 } });
  });

  it("wants a key, where the gateway has some", async () => {
    const provider = await gateway();
    expect((await provider.fetch("/v1/usage")).status).toBe(401);
    expect((await provider.fetch("/v1/usage", { ...as("alice"), method: "POST", body: "{}" })).status).toBe(405);
  });

  it("agrees with the metrics", async () => {
    const provider = await gateway();
    await ask(provider, "alice");
    await ask(provider, "bob");
    const metrics = await (await provider.fetch("/metrics", as("alice"))).text();
    const [{ usage: counted = {}, cost = 0 } = {}] = provider.requests;
    const sum = (type: string) => {
      const line = new RegExp(`^gen_ai_client_token_usage_sum\\{.*gen_ai_token_type="${type}"\\} (\\d+)$`, "m");
      return Number(line.exec(metrics)?.[1]);
    };
    expect([sum("input"), sum("output")]).toEqual([2 * (counted.input ?? 0), 2 * (counted.output ?? 0)]);
    const [, dollars] = /^toolglot_cost_total\{gen_ai_provider_name="openai",.*\} ([\d.e-]+)$/m.exec(metrics) ?? [];
    expect(Number(dollars)).toBeCloseTo(2 * cost, 12);
  });
});
