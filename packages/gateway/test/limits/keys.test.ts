import { describe, expect, it } from "vitest";
import type { ClientKey } from "../../src/config/config.ts";
import { sha256 } from "../../src/config/sha256.ts";
import type { LogRecord } from "../../src/observe/log.ts";
import { MemoryNetwork } from "../support/network/memory-network.ts";
import { TestClock } from "../support/test-clock.ts";

const KEY = "sk-alice-0123456789";

/** A gateway with one key, and OpenAI simulated behind it. */
async function gatewayWith(restrictions: Partial<ClientKey>) {
  const network = new MemoryNetwork(new TestClock());
  const log: LogRecord[] = [];
  const key = { name: "alice", sha256: await sha256(KEY), concurrency: 0, ...restrictions };
  await network.start(
    {
      providers: { openai: { dialect: "openai-chat", baseUrl: "https://api.openai.com/v1" } },
      routes: [
        { match: "gpt-5.6", to: [{ provider: "openai", model: "gpt-5.6" }] },
        { match: "*", to: [{ provider: "openai", model: "gpt-5.6" }] },
      ],
      keys: [key],
    },
    (record) => log.push(record),
  );
  const headers = { "content-type": "application/json", "x-api-key": KEY };
  const get = async (path: string) => network.fetch(`http://localhost${path}`, { headers });
  const ask = async (body: object = {}) => {
    const request = { model: "gpt-5.6", max_tokens: 50, messages: [{ role: "user", content: "Hi" }], ...body };
    const init = { method: "POST", headers, body: JSON.stringify(request) };
    const response = await network.fetch("http://localhost/v1/messages", init);
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
  };
  return { network, get, ask, log };
}

describe("A key", () => {
  it("may use the models that its patterns match, and no others", async () => {
    const { ask, get } = await gatewayWith({ models: ["gpt-*"] });
    expect((await ask()).status).toBe(200);
    const refused = await ask({ model: "claude-opus-4-5" });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ type: "error", error: { type: "permission_error" } });
    expect(refused.text).toContain("it may use gpt-*");
    const { data } = (await (await get("/v1/models")).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(["gpt-5.6"]);
  });

  it("is named by the log with the model where a request is refused", async () => {
    const { ask, log } = await gatewayWith({ models: ["gpt-*"], limits: { rpm: 1 } });
    for (const model of ["claude-opus-4-5", "gpt-5.6", "gpt-5.6"]) await ask({ model });
    expect(log).toMatchObject([
      { status: 403, key: "alice", model: "claude-opus-4-5" },
      { status: 200, key: "alice", model: "gpt-5.6" },
      { status: 429, key: "alice", model: "gpt-5.6" },
    ]);
  });

  it("is refused from the day on which it expires", async () => {
    const { ask, network } = await gatewayWith({ expires: TestClock.start + 1000 });
    expect((await ask()).status).toBe(200);
    network.clock.turn(1000);
    const refused = await ask();
    expect(refused.status).toBe(401);
    expect(refused.text).toContain("has expired on 2026-11-16");
  });

  it("may send so many requests per minute, however many come at once", async () => {
    const { ask, network } = await gatewayWith({ limits: { rpm: 5 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.retryAfter).toBe("12");
    expect(JSON.parse(refused?.text ?? "")).toMatchObject({ error: { type: "rate_limit_error" } });
    expect(refused?.text).toContain("5 requests per minute (rpm)");
    network.clock.turn(12_000);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  it("may use so many tokens per minute; what a request has not used is available again", async () => {
    const { ask } = await gatewayWith({ limits: { tpm: 5000 } });
    for (let count = 0; count < 10; count++) expect((await ask({ max_tokens: 2000 })).status).toBe(200);
    const refused = await ask({ max_tokens: 5000, messages: [{ role: "user", content: "x".repeat(20_000) }] });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("5000 tokens per minute (tpm)");
  });

  it("has a budget, which no number of requests at once exceeds", async () => {
    const { ask, network } = await gatewayWith({ limits: { budget: { amount: 0.01, per: "day" } } });
    let answers: { status: number; text: string; retryAfter: string | null }[] = [];
    do {
      answers = await Promise.all(Array.from({ length: 20 }, () => ask({ max_tokens: 100 })));
    } while (answers.some(({ status }) => status === 200));
    const refused = answers[0];
    expect(refused?.status).toBe(429);
    expect(refused?.text).toContain("$0.01 per day (budget)");
    expect(Number(refused?.retryAfter)).toBe(24 * 3600);
    const metrics = await (await network.fetch("http://localhost/metrics", { headers: { "x-api-key": KEY } })).text();
    const spent = Number(/^toolglot_cost_total\{.*\} (\S+)/m.exec(metrics)?.[1]);
    expect(spent).toBeLessThanOrEqual(0.01);
    expect(spent).toBeGreaterThan(0.005);
    network.clock.turn(24 * 3600 * 1000);
    expect((await ask()).status).toBe(200);
  });

  it("has the same limits for embeddings", async () => {
    const { network, ask } = await gatewayWith({ models: ["gpt-*", "text-*"], limits: { rpm: 2 } });
    const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
    const embed = async (model: string) => {
      const init = { method: "POST", headers, body: JSON.stringify({ model, input: "Hi" }) };
      const response = await network.fetch("http://localhost/v1/embeddings", init);
      return { status: response.status, text: await response.text() };
    };
    expect(await embed("other")).toMatchObject({ status: 403, text: expect.stringContaining("it may use gpt-*") });
    expect((await embed("text-embedding-3-small")).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(await embed("text-embedding-3-small")).toMatchObject({
      status: 429,
      text: expect.stringContaining("(rpm)"),
    });
  });

  it("is charged for a response that its client does not wait for", async () => {
    const { network } = await gatewayWith({ limits: { tpm: 100_000 } });
    const abort = new AbortController();
    const headers = { "content-type": "application/json", "x-api-key": KEY };
    const body = {
      model: "gpt-5.6",
      stream: true,
      max_tokens: 50,
      messages: [{ role: "user", content: "x".repeat(4000) }],
    };
    const init = { method: "POST", headers, body: JSON.stringify(body), signal: abort.signal };
    const response = await network.fetch("http://localhost/v1/messages", init);
    await response.body?.cancel();
    abort.abort();
    await expect.poll(() => network.gateway.admission.requests, { interval: 5 }).toBe(0);
    const all = [{ name: "tpm", limit: { type: "rate", max: 100_000, period: 60_000 } as const, amount: 100_000 }];
    expect(await network.gateway.limits.reserve("alice", all)).toMatchObject({ refused: "tpm" });
  });
});
