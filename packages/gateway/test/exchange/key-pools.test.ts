import { describe, expect, it } from "vitest";
import { bindingFor } from "../../src/bindings/index.ts";
import { keyVerdict } from "../../src/exchange/key-verdict.ts";
import type { ProviderKey } from "../../src/providers/provider-key.ts";
import { configOf, type GatewaySetup, type ProviderSetup } from "../support/gateway.ts";
import { KEYED_MODEL, KeyedProvider } from "../support/keyed-provider.ts";

const KEYS: readonly ProviderKey[] = ["a", "b", "c"].map((name) => ({ name, key: `sk-key-${name}`, weight: 1 }));
const RETRIES = { attempts: 2, delay: 1, maxDelay: 20_000 };

function pooled(dialect = "openai-chat", more: Partial<ProviderSetup> = {}): GatewaySetup {
  const path = dialect.startsWith("openai") ? "/v1" : "";
  const baseUrl = `http://provider.test${path}`;
  const provider = { dialect, baseUrl, apiKeys: KEYS, retries: RETRIES, ...more };
  return { providers: { p: provider }, routes: [{ match: "*", to: [{ provider: "p", model: KEYED_MODEL }] }] };
}

/** The key that a conversation begins with. */
async function firstKey(prompt: string, setup = pooled()): Promise<string> {
  const provider = new KeyedProvider(setup);
  await provider.ask(prompt);
  return provider.sent[0] ?? "";
}

function nameOf(key: string): string {
  return KEYS.find((each) => each.key === key)?.name ?? "";
}

/** The health of keys in `/readyz`. */
async function readyz(provider: KeyedProvider): Promise<unknown> {
  const body = (await (await provider.fetch("/readyz")).json()) as { readonly keys: unknown };
  return body.keys;
}

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

describe("a key", () => {
  it("that is forbidden what another key may do was revoked", async () => {
    const home = await firstKey("Hi");
    const provider = new KeyedProvider(pooled());
    provider.models.set(home, "fault-status-403");
    expect((await provider.ask("Hi")).status).toBe(200);
    expect(provider.notices).toHaveLength(1);
    await provider.ask("Hi");
    expect(provider.sent.filter((key) => key === home)).toHaveLength(1);
  });

  it("is not taken out because nobody may send a request", async () => {
    const provider = new KeyedProvider(pooled());
    for (const { key } of KEYS) provider.models.set(key, "fault-status-403");
    expect((await provider.ask("Hi")).status).toBe(403);
    expect([provider.sent.length, provider.notices]).toEqual([3, []]);
    provider.models.clear();
    expect((await provider.ask("Hi")).status).toBe(200);
  });

  it("does not cool down because of a request that is at fault itself", async () => {
    const provider = new KeyedProvider(pooled());
    for (const { key } of KEYS) provider.models.set(key, "fault-status-400");
    expect((await provider.ask("Hi")).status).toBe(400);
    expect([provider.sent.length, provider.notices]).toEqual([1, []]);
  });

  it("does not cool down because the network fails", async () => {
    const provider = new KeyedProvider(pooled());
    for (const { key } of KEYS) provider.models.set(key, "fault-reset@0");
    await provider.ask("Hi");
    expect(provider.notices).toEqual([]);
  });

  it.each(["gemini", "gemini-interactions"])("that Google refuses with 400 was revoked (%s)", (dialect) => {
    const body = {
      error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" },
    };
    const error = { status: 400, value: {}, code: "400", message: JSON.stringify(body) };
    const { refusedKey } = bindingFor(dialect).provider;
    expect(keyVerdict({ type: "rejected", error }, refusedKey)).toEqual({ type: "revoked", status: 400 });
    expect(keyVerdict({ type: "rejected", error })).toEqual({ type: "accepted" });
  });

  it("of whom all were refused is still tried, because the provider may be at fault", async () => {
    const provider = new KeyedProvider(pooled());
    for (const { key } of KEYS) provider.models.set(key, "fault-status-401");
    expect((await provider.ask("Hi")).status).toBe(401);
    expect(provider.notices).toHaveLength(3);
    provider.models.clear();
    expect((await provider.ask("Hi")).status).toBe(200);
    expect(provider.notices.at(-1)).toMatch(/^the key \w of p is accepted again$/);
  });

  it("is never named by its value in the log, the metrics, /readyz or an error", async () => {
    const provider = new KeyedProvider(pooled());
    const home = await firstKey("Hi");
    for (const { key } of KEYS) provider.models.set(key, key === home ? "fault-status-401" : "fault-status-429");
    const response = await provider.ask("Hi", { stream: true });
    const texts = [
      await response.text(),
      JSON.stringify(provider.records),
      ...(await Promise.all(["/metrics", "/readyz"].map(async (path) => (await provider.fetch(path)).text()))),
    ];
    for (const text of texts) expect(text).not.toContain("sk-key");
  });
});

describe("the health of keys", () => {
  it("is in /readyz, the metrics and the log of requests", async () => {
    const provider = new KeyedProvider(pooled());
    const home = await firstKey("Hi");
    const [limited, ...others] = KEYS.filter(({ key }) => key !== home);
    provider.models.set(home, "fault-status-401");
    provider.models.set(limited?.key ?? "", "fault-status-429@9");
    for (const prompt of ["Hi", "Ho", "Ha", "He", "Hu", "Hy"]) await provider.ask(prompt);
    const states = Object.fromEntries([
      [nameOf(home), { state: "refused", status: 401 }],
      [limited?.name, { state: "cooling", retryAfter: 9 }],
      ...others.map(({ name }) => [name, { state: "ready" }]),
    ]);
    expect(await (await provider.fetch("/readyz")).json()).toEqual({ status: "ready", keys: { p: states } });
    const metrics = await (await provider.fetch("/metrics")).text();
    expect(metrics).toContain(`toolglot_provider_key_ready{gen_ai_provider_name="p",key="${nameOf(home)}"} 0\n`);
    expect(metrics).toContain(`toolglot_provider_key_ready{gen_ai_provider_name="p",key="${others[0]?.name}"} 1\n`);
    expect(metrics).toContain(`{gen_ai_provider_name="p",status="401",key="${nameOf(home)}"} 1\n`);
    expect(provider.requests[0]?.attempts?.[0]).toMatchObject({ provider: "p", status: 401, key: nameOf(home) });
  });

  it("is kept for unchanged keys when the config is reloaded", async () => {
    const provider = new KeyedProvider(pooled());
    const home = await firstKey("Hi");
    provider.models.set(home, "fault-status-401");
    await provider.ask("Hi");
    const renamed = KEYS.map((each) => ({ ...each, name: `new-${each.name}`, weight: 2 }));
    provider.gateway.configure(configOf(pooled("openai-chat", { apiKeys: renamed })));
    await provider.ask("Hi");
    expect(provider.sent.filter((key) => key === home)).toHaveLength(1);
    expect(await readyz(provider)).toMatchObject({ p: { [`new-${nameOf(home)}`]: { state: "refused", status: 401 } } });
    // The same key may be accepted elsewhere.
    provider.gateway.configure(configOf(pooled("openai-chat", { baseUrl: "http://other.test/v1" })));
    expect(await readyz(provider)).toMatchObject({ p: { [nameOf(home)]: { state: "ready" } } });
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

describe("weighted targets of a route", () => {
  const NAMES = ["x", "y", "z"];
  const setup: GatewaySetup = {
    providers: Object.fromEntries(
      NAMES.map((name) => [
        name,
        {
          dialect: "openai-chat",
          baseUrl: `http://${name}.test/v1`,
          apiKey: `sk-${name}`,
          retries: { ...RETRIES, attempts: 0 },
        },
      ]),
    ),
    routes: [
      {
        match: "*",
        balance: "weighted",
        to: [
          { provider: "x", model: KEYED_MODEL, weight: 3 },
          { provider: "y", model: KEYED_MODEL },
          { provider: "z", model: KEYED_MODEL },
        ],
      },
    ],
  };

  it("share conversations by weight, and each stays with its target", async () => {
    const provider = new KeyedProvider(setup);
    for (let index = 0; index < 100; index++) await provider.ask(`prompt ${index}`);
    const first = [...provider.sent];
    for (let index = 0; index < 100; index++) await provider.ask(`prompt ${index}`);
    expect(provider.sent.slice(100)).toEqual(first);
    const share = first.filter((key) => key === "sk-x").length / 100;
    expect(Math.abs(share - 0.6)).toBeLessThan(0.12);
  });

  it("fall back to the others by weight", async () => {
    const provider = new KeyedProvider(setup);
    provider.models.set("sk-x", "fault-status-503");
    const targets = [];
    for (let index = 0; index < 100; index++)
      targets.push((await provider.ask(`prompt ${index}`)).headers.get("x-toolglot-target"));
    const share = targets.filter((target) => target?.startsWith("y/")).length / 100;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.12);
    expect(targets.filter((target) => target?.startsWith("x/"))).toEqual([]);
  });

  it("are tried in order without `balance`", async () => {
    const [route] = setup.routes ?? [];
    const { balance: _, ...ordered } = route ?? { match: "*", to: [] };
    const provider = new KeyedProvider({ ...setup, routes: [ordered] });
    for (let index = 0; index < 20; index++) await provider.ask(`prompt ${index}`);
    expect(new Set(provider.sent)).toEqual(new Set(["sk-x"]));
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
