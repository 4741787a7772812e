import { describe, expect, it } from "vitest";
import { bindingFor } from "../../src/bindings/index.ts";
import { keyVerdict } from "../../src/exchange/key-verdict.ts";
import { configOf } from "../support/gateway.ts";
import { KeyedProvider } from "../support/keyed-provider.ts";
import { firstKey, KEYS, nameOf, pooled } from "./key-pool-setup.ts";

/** The health of keys in `/readyz`. */
async function readyz(provider: KeyedProvider): Promise<unknown> {
  const body = (await (await provider.fetch("/readyz")).json()) as { readonly keys: unknown };
  return body.keys;
}

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
