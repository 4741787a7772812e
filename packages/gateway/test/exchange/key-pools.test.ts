import { describe, expect, it } from "vitest";
import { KEYED_MODEL, KeyedProvider } from "../support/keyed-provider.ts";
import { firstKey, KEYS, nameOf, pooled, RETRIES } from "./key-pool-setup.ts";

const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "gemini-interactions", "bedrock"];

describe.each(DIALECTS)("several keys of a provider of %s", (dialect) => {
  const setup = pooled(dialect);

  it("keep a conversation with one key, and spread conversations over all", async () => {
    const provider = new KeyedProvider(setup);
    for (let index = 0; index < 12; index++) {
      await provider.ask(`prompt ${index}`);
      await provider.ask(`prompt ${index}`);
    }
    const pairs = Array.from({ length: 12 }, (_, index) => provider.sent.slice(2 * index, 2 * index + 2));
    expect(pairs.every(([one, other]) => one === other)).toBe(true);
    expect(new Set(provider.sent)).toEqual(new Set(KEYS.map(({ key }) => key)));
  });

  it.each([429, 500, 503])("use another key at once after %i, and stay with it", async (status) => {
    const home = await firstKey("Hi", setup);
    const provider = new KeyedProvider(setup);
    provider.models.set(home, `fault-status-${status}`);
    const started = provider.clock.now();
    const response = await provider.ask("Hi");
    expect([response.status, response.headers.get("x-toolglot-attempts")]).toEqual([200, "2"]);
    expect(provider.clock.now()).toBe(started);
    provider.models.clear();
    await provider.ask("Hi");
    const [, second, third] = provider.sent;
    expect(second).not.toBe(home);
    expect(third).toBe(second);
    expect(provider.notices).toEqual([expect.stringMatching(`^the key ${nameOf(home)} of p cools down for \\d+ s`)]);
  });

  it("cool down as long as retry-after says, and then are used again", async () => {
    const home = await firstKey("Hi", setup);
    const provider = new KeyedProvider(setup);
    for (const { key } of KEYS) provider.models.set(key, "fault-status-429@30");
    const failed = await provider.ask("Hi");
    expect([failed.status, failed.headers.get("retry-after"), provider.sent.length]).toEqual([429, "30", 3]);
    const refused = await provider.ask("Hi");
    expect([refused.status, refused.headers.get("retry-after"), provider.sent.length]).toEqual([429, "30", 3]);
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringMatching(/none of the 3 keys of p/) },
    });
    provider.clock.turn(30_000);
    provider.models.clear();
    const answered = await provider.ask("Hi");
    expect(answered.status).toBe(200);
    expect(KEYS.map(({ key }) => key)).toContain(provider.sent[3]);
    expect(provider.sent[0]).toBe(home);
  });

  it("that are refused are no longer used, and told of once", async () => {
    const home = await firstKey("Hi", setup);
    const provider = new KeyedProvider(setup);
    provider.models.set(home, "fault-status-401");
    for (let index = 0; index < 20; index++) expect((await provider.ask(`prompt ${index}`)).status).toBe(200);
    provider.clock.turn(24 * 3600 * 1000);
    expect((await provider.ask("Hi")).status).toBe(200);
    expect(provider.sent.filter((key) => key === home)).toHaveLength(1);
    expect(provider.notices).toEqual([
      `the key ${nameOf(home)} of p was refused (401) and is no longer used; replace it in the config`,
    ]);
  });
});

describe("retries and fallbacks", () => {
  it("use the other keys, then wait for the first that is ready", async () => {
    const provider = new KeyedProvider(pooled());
    const times = [12, 8, 19];
    for (const [index, { key }] of KEYS.entries()) provider.models.set(key, `fault-status-429@${times[index]}`);
    const started = provider.clock.now();
    const asking = provider.post("/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "Hi" }] });
    await provider.clock.awaits(8000);
    provider.models.clear();
    expect((await provider.clock.turnUntil(asking)).status).toBe(200);
    expect(provider.clock.now() - started).toBe(8000);
    expect(provider.sent.map(nameOf).slice(0, 3).toSorted()).toEqual(["a", "b", "c"]);
    expect(nameOf(provider.sent[3] ?? "")).toBe("b");
  });

  it("say the earliest time if it is later than retries may wait", async () => {
    const provider = new KeyedProvider(pooled());
    const times = [120, 80, 190];
    for (const [index, { key }] of KEYS.entries()) provider.models.set(key, `fault-status-429@${times[index]}`);
    const response = await provider.ask("Hi");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "80"]);
  });

  it("go to the next target of the route when no key can be used, without a request to the first", async () => {
    const { providers, routes = [] } = pooled();
    const other = { dialect: "openai-chat", baseUrl: "http://other.test/v1", apiKey: "sk-other" };
    const [route] = routes;
    const to = [...(route?.to ?? []), { provider: "q", model: KEYED_MODEL }];
    const provider = new KeyedProvider({ providers: { ...providers, q: other }, routes: [{ match: "*", to }] });
    for (const { key } of KEYS) provider.models.set(key, "fault-status-429@60");
    await provider.ask("Hi");
    expect(provider.sent).toHaveLength(4);
    const response = await provider.ask("Hi");
    expect(response.headers.get("x-toolglot-target")).toBe(`q/${KEYED_MODEL}`);
    expect(provider.sent.slice(4)).toEqual(["sk-other"]);
  });

  it("count tries with other keys after a 5xx as retries", async () => {
    const provider = new KeyedProvider(pooled("openai-chat", { retries: { ...RETRIES, attempts: 1 } }));
    for (const { key } of KEYS) provider.models.set(key, "fault-status-503");
    await provider.ask("Hi");
    expect(provider.sent).toHaveLength(2);
  });

  it("hold under concurrency: a key that cools down gets none of many requests", async () => {
    const provider = new KeyedProvider(pooled());
    const home = await firstKey("Hi");
    provider.models.set(home, "fault-status-429@60");
    await provider.ask("Hi");
    const asked = Array.from({ length: 50 }, (_, index) =>
      provider.post("/v1/chat/completions", { model: "m", messages: [{ role: "user", content: `prompt ${index}` }] }),
    );
    const responses = await provider.clock.turnUntil(Promise.all(asked));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(provider.sent.slice(1).filter((key) => key === home)).toEqual([]);
  });
});

describe("the session that a client names", () => {
  it("is the conversation, whatever is said in it", async () => {
    const provider = new KeyedProvider(pooled());
    for (let index = 0; index < 12; index++) await provider.ask(`prompt ${index}`, { prompt_cache_key: "session-1" });
    expect(new Set(provider.sent).size).toBe(1);
  });
});

describe("embeddings", () => {
  const BODY = { model: "m", input: "Hi" };

  it("are spread over the keys, and sent with another one after a 429", async () => {
    const provider = new KeyedProvider(pooled());
    for (let index = 0; index < 20; index++) {
      const response = await provider.clock.turnUntil(provider.post("/v1/embeddings", BODY));
      expect(response.status).toBe(200);
    }
    expect(new Set(provider.sent)).toEqual(new Set(KEYS.map(({ key }) => key)));
    const [first, ...others] = KEYS;
    provider.models.set(first?.key ?? "", "fault-status-429@60");
    for (let index = 0; index < 10; index++)
      expect((await provider.clock.turnUntil(provider.post("/v1/embeddings", BODY))).status).toBe(200);
    for (const { key } of others) provider.models.set(key, "fault-status-429@50");
    const failed = await provider.clock.turnUntil(provider.post("/v1/embeddings", BODY));
    expect([failed.status, failed.headers.get("retry-after")]).toEqual([429, "50"]);
  });
});
