import { createHash } from "node:crypto";
import type { JsonObject } from "@toolglot/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { BoundedStore } from "../../src/store/bounded.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import { ReasoningStore } from "../../src/store/reasoning-store.ts";
import type { ResponseStore } from "../../src/store/store.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let sim: SimServer;

beforeEach(async () => {
  sim = await startSimulator();
});
afterEach(() => sim.close());

const CALL = { id: "call_0", name: "ls", arguments: {} };
const ANSWERED: JsonObject = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_0", type: "function", function: { name: "ls", arguments: "{}" } }],
};
const TOOLS = [{ type: "function", function: { name: "ls", parameters: { type: "object", properties: {} } } }];

interface Turn {
  readonly model?: string;
  readonly key?: string;
  readonly answer?: JsonObject;
}

/** Sends a Chat request, and returns the provider's request and the headers of the reply. */
async function ask(gateway: TestGateway, messages: readonly JsonObject[], turn: Turn = {}) {
  const { model = "deepseek/deepseek-chat", key, answer = { content: "Done." } } = turn;
  sim.simulator.expect({ responses: [answer], reset: true });
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages, tools: TOOLS }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  await response.text();
  return { sent: sim.requests.at(-1)?.body ?? "", losses: response.headers.get("x-toolglot-losses") };
}

const calling = (reasoning: string): JsonObject => ({ tool_calls: [CALL], reasoning });
const user = (content: string): JsonObject => ({ role: "user", content });
const history = (says: string): JsonObject[] => [
  user(says),
  ANSWERED,
  { role: "tool", tool_call_id: "call_0", content: "a.txt" },
];

function providers() {
  const baseUrl = `${sim.url}/v1`;
  return { deepseek: { dialect: "openai-chat", baseUrl }, groq: { dialect: "openai-chat", baseUrl } };
}

describe("reasoning that a client cannot send back", () => {
  it("is restored in its own conversation, and in no other with calls of the same id and arguments", async () => {
    const gateway = await startGateway({ providers: providers() });
    await ask(gateway, [user("Alpha")], { answer: calling("thinking of Alpha") });
    await ask(gateway, [user("Beta")], { answer: calling("thinking of Beta") });
    expect((await ask(gateway, history("Alpha"))).sent).toContain('"reasoning_content":"thinking of Alpha"');
    expect((await ask(gateway, history("Beta"))).sent).toContain('"reasoning_content":"thinking of Beta"');
    expect((await ask(gateway, history("Gamma"))).sent).not.toContain("thinking of");
  });

  it("is not restored for another key", async () => {
    const keys = ["ann", "bob"].map((name) => ({ name, sha256: hashOf(name), concurrency: 0 }));
    const gateway = await startGateway({ providers: providers(), keys });
    await ask(gateway, [user("Alpha")], { answer: calling("thinking of Alpha"), key: "ann" });
    expect((await ask(gateway, history("Alpha"), { key: "bob" })).sent).not.toContain("thinking of Alpha");
    expect((await ask(gateway, history("Alpha"), { key: "ann" })).sent).toContain("thinking of Alpha");
  });

  it("is not sent to another provider of the dialect, even if the client sends it, with calls or without", async () => {
    const gateway = await startGateway({ providers: providers() });
    await ask(gateway, [user("Alpha")], { answer: calling("thinking of Alpha") });
    await ask(gateway, [user("Beta")], { answer: { content: "Hello", reasoning: "thinking of Beta" } });
    const called = { ...ANSWERED, reasoning_content: "thinking of Alpha" };
    const output = { role: "assistant", content: "Hello", reasoning_content: "thinking of Beta" };
    const histories = [
      [user("Alpha"), called, ...history("Alpha").slice(2)],
      [user("Beta"), output, user("And now?")],
    ];
    for (const each of histories) {
      expect((await ask(gateway, each)).sent).toContain("thinking of");
      const { sent, losses } = await ask(gateway, each, { model: "groq/llama-4" });
      expect(sent).not.toContain("thinking of");
      expect(losses).toMatch(/^1; \/messages\/\d(\/reasoning_content)?$/);
    }
    // Its own provider still gets it back.
    expect((await ask(gateway, history("Alpha"))).sent).toContain("thinking of Alpha");
  });

  it("is not stored if the config disables it", async () => {
    const reasoning = { maxAge: 0, maxEntries: 10, maxBytes: 1000 };
    const gateway = await startGateway({ providers: providers(), store: { reasoning } });
    await ask(gateway, [user("Alpha")], { answer: calling("thinking of Alpha") });
    expect((await ask(gateway, history("Alpha"))).sent).not.toContain("thinking of");
  });

  it("is not needed while the store is down", async () => {
    const broken: ResponseStore = {
      get: () => Promise.reject(new Error("down")),
      put: () => Promise.reject(new Error("down")),
      delete: () => Promise.reject(new Error("down")),
      close: async () => {},
    };
    const gateway = await startGateway({ providers: providers(), listen: { store: broken } });
    await ask(gateway, [user("Alpha")], { answer: calling("thinking of Alpha") });
    expect((await ask(gateway, history("Alpha"))).sent).not.toContain("thinking of");
  });
});

describe("the store of reasoning", () => {
  const settings = { maxAge: 1000, maxEntries: 10, maxBytes: 10_000 };
  const caller = { tenant: "ann" } as never;
  const record = { key: "k", reasoning: { provider: "p", before: [] } };
  const findKeys = async () => ["k"];

  it("ignores entries that are too old", async () => {
    let now = 1_000_000;
    const store = new BoundedStore(new MemoryStore(settings), { timeout: 0 });
    const kept = new ReasoningStore({ store, settings: () => settings, now: () => now });
    await kept.save([record], caller);
    expect((await kept.load(findKeys, caller)).get("k")).toEqual(record.reasoning);
    now += 1001;
    expect((await kept.load(findKeys, caller)).size).toBe(0);
  });

  it("asks for the keys of a conversation only if it has something", async () => {
    const store = new BoundedStore(new MemoryStore(settings), { timeout: 0 });
    const kept = new ReasoningStore({ store, settings: () => settings, now: () => 0 });
    let asked = 0;
    const findCounted = () => {
      asked++;
      return ["k"];
    };
    await kept.load(findCounted, caller);
    expect(asked).toBe(0);
    await kept.save([record], caller);
    await kept.load(findCounted, caller);
    expect(asked).toBe(1);
  });

  it("has entries that are still being written", async () => {
    const memory = new MemoryStore(settings);
    const slow = {
      isEmpty: true,
      getAll: async () => [undefined],
      put: () => new Promise<void>(() => {}),
      close: () => memory.close(),
    };
    const kept = new ReasoningStore({ store: slow, settings: () => settings, now: () => 0 });
    void kept.save([record], caller);
    expect((await kept.load(findKeys, caller)).size).toBe(1);
  });
});

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
