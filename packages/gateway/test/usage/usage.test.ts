import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { KEYED_MODEL, KeyedProvider } from "../support/keyed-provider.ts";

const DAY = 24 * 3600 * 1000;

async function gateway(): Promise<KeyedProvider> {
  const keys = ["alice", "bob", "root"].map(async (name) => ({
    name,
    sha256: await sha256(`sk-of-${name}`),
    concurrency: 0,
    admin: name === "root",
  }));
  return new KeyedProvider({
    providers: { openai: { dialect: "openai-chat", baseUrl: "https://api.openai.com/v1", apiKey: "sk-provider" } },
    routes: [
      { match: "unknown", to: [{ provider: "openai", model: KEYED_MODEL }] },
      { match: "fault-*", to: [{ provider: "openai" }] },
      { match: "default", to: [{ provider: "openai" }] },
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

async function usageOf(provider: KeyedProvider, name: string, query = ""): Promise<unknown> {
  return (await provider.fetch(`/v1/usage${query}`, as(name))).json();
}

describe("GET /v1/usage", () => {
  it("has what the caller's key has used today, and nothing of others", async () => {
    const provider = await gateway();
    for (const name of ["alice", "alice", "bob"]) expect(await ask(provider, name)).toBe(200);
    await ask(provider, "alice", "unknown");
    const [{ usage: counted = {}, cost = 0 } = {}] = provider.requests;
    expect(cost).toBeGreaterThan(0);
    expect(await usageOf(provider, "alice")).toEqual({
      object: "usage",
      from: "2026-11-16",
      to: "2026-11-16",
      by: ["provider", "model"],
      key: "alice",
      rows: [
        {
          provider: "openai",
          model: "gpt-5.6",
          requests: 2,
          errors: 0,
          losses: 0,
          tokens: {
            input: 2 * (counted.input ?? 0),
            cacheRead: 0,
            cacheWrite: 0,
            output: 2 * (counted.output ?? 0),
            reasoning: 0,
          },
          cost: Number((2 * cost).toFixed(12)),
          unpriced: 0,
          estimated: 0,
        },
        expect.objectContaining({ provider: "openai", model: KEYED_MODEL, requests: 1, cost: 0, unpriced: 1 }),
      ],
      total: expect.objectContaining({ requests: 3, unpriced: 1 }),
    });
    expect(await usageOf(provider, "bob")).toMatchObject({ key: "bob", total: { requests: 1 } });
    expect(await usageOf(provider, "bob", "?by=key")).toMatchObject({ rows: [{ key: "bob", requests: 1 }] });
  });

  it("has the usage of all keys for an admin", async () => {
    const provider = await gateway();
    for (const name of ["alice", "alice", "bob"]) await ask(provider, name);
    const report = await usageOf(provider, "root", "?by=key");
    expect(report).toMatchObject({
      rows: [
        { key: "alice", requests: 2 },
        { key: "bob", requests: 1 },
      ],
      total: { requests: 3 },
    });
    expect(report).not.toHaveProperty("key");
  });

  it("has the days that it is asked for, each apart", async () => {
    const provider = await gateway();
    await ask(provider, "alice");
    provider.clock.turn(DAY);
    expect(await usageOf(provider, "alice")).toMatchObject({ from: "2026-11-17", rows: [], total: { requests: 0 } });
    await ask(provider, "alice");
    const report = await usageOf(provider, "alice", "?from=2026-11-01&to=2026-11-30&by=day,model");
    expect(report).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-17",
      rows: [
        { day: "2026-11-16", model: "gpt-5.6" },
        { day: "2026-11-17", model: "gpt-5.6" },
      ],
      total: { requests: 2 },
    });
    expect(await usageOf(provider, "alice", "?to=2026-11-16&by=")).toMatchObject({ rows: [], total: { requests: 1 } });
  });

  it.each([
    ["from=yesterday", "from must be a day as in 2026-11-16"],
    ["to=2026-02-30", "to must be a day"],
    ["from=2026-11-17&to=2026-11-16", "is after to"],
    ["by=day,cost", "by must list some of day, key, model, provider"],
  ])("refuses ?%s and says why", async (query, reason) => {
    const provider = await gateway();
    const reply = await provider.fetch(`/v1/usage?${query}`, as("alice"));
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain(reason);
  });

  it("counts requests that fail, but not those that are refused here", async () => {
    const provider = await gateway();
    provider.models.set("sk-provider", "fault-status-400");
    expect(await ask(provider, "alice", "unknown")).toBe(400);
    await provider.fetch("/v1/chat/completions", { ...as("alice"), method: "POST", body: "{}" });
    expect(await usageOf(provider, "alice")).toMatchObject({
      total: { requests: 1, errors: 1, unpriced: 0, estimated: 0 },
    });
  });

  it("has models by their names if a provider has answered for them or the config names them", async () => {
    const provider = await gateway();
    for (const model of ["fault-status-400", "fault-status-404", "default"]) await ask(provider, "alice", model);
    expect(await usageOf(provider, "alice", "?by=model")).toMatchObject({
      rows: [
        { model: "default", requests: 1 },
        { model: "_other", requests: 2 },
      ],
    });
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
