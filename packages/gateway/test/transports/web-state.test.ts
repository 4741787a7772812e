import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/read.ts";
import { MemoryLimits } from "../../src/limits/memory-limits.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import { createHandler, type Handler } from "../../src/web.ts";

const KEYS = "keys: [{ name: ann, key: a-key-for-tests, rpm: 1 }]";

async function ask(handler: Handler, path: string, body?: object): Promise<Response> {
  const headers = { authorization: "Bearer a-key-for-tests", "content-type": "application/json" };
  const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
  return handler(new Request(`https://gateway.example/v1/responses${path}`, init));
}

describe("handlers with the same state", () => {
  it("share what they store and what keys have used", async () => {
    const config = await readConfig(KEYS, { name: "config", env: {} });
    const state = { store: new MemoryStore(config.store), limits: new MemoryLimits(Date.now) };
    const [first, second] = [createHandler({ config, ...state }), createHandler({ config, ...state })];
    const created = await ask(first, "", { model: "sim/default", input: "Hello" });
    const { id } = (await created.json()) as { readonly id: string };
    expect((await ask(second, `/${id}`)).status).toBe(200);
    expect((await ask(second, "", { model: "sim/default", input: "Hello" })).status).toBe(429);
  });
});

it("refuses a config whose state it cannot reach", async () => {
  const config = await readConfig(`${KEYS}\nstate: { redis: "redis://127.0.0.1" }`, { name: "config", env: {} });
  expect(() => createHandler({ config })).toThrow("state.redis needs Node");
});
