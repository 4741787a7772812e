import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DurableObjectLimits } from "../../packages/gateway/src/store/durable-object/durable-object-limits.ts";
import { DurableObjectStore } from "../../packages/gateway/src/store/durable-object/durable-object-store.ts";
import { ObjectLink } from "../../packages/gateway/src/store/durable-object/object-link.ts";
import type { DurableObjectNamespace } from "../../packages/gateway/src/store/durable-object/runtime.ts";
import { countsLimits } from "../../packages/gateway/test/limits/behaviour.ts";
import { answer, behavesAsAStore, boundsItsSize, ROOMY } from "../../packages/gateway/test/store/behaviour.ts";
import { TestClock } from "../../packages/gateway/test/support/test-clock.ts";
import { createWorker } from "./workerd.mjs";

const HOUR = 3_600_000;

let worker: Awaited<ReturnType<typeof createWorker>>;
let running: { readonly url: string; stop(): Promise<void> };
let opened = 0;

beforeAll(async () => {
  worker = await createWorker("state-worker.mjs");
  running = await worker.start();
});

afterAll(async () => {
  await running?.stop();
  worker?.remove();
});

/** Objects of their own for each test, which workerd runs. */
function objects(): DurableObjectNamespace<string> {
  const test = opened++;
  return {
    idFromName: (name) => `${test}:${name}`,
    get: (id) => ({
      fetch: (url, init) => fetch(`${running.url}/${encodeURIComponent(id)}${new URL(url).pathname}`, init),
    }),
  };
}

function storeIn(namespace: DurableObjectNamespace<string>, more: object = {}): DurableObjectStore {
  return new DurableObjectStore(new ObjectLink(namespace, "response"), { ...ROOMY, maxAge: HOUR, ...more });
}

describe("a store in Durable Objects", () => {
  behavesAsAStore(async (limits) => storeIn(objects(), limits));
  boundsItsSize(async (limits) => storeIn(objects(), limits));

  it("gives several back with one request, in their order", async () => {
    const store = storeIn(objects());
    await store.put(answer("a"));
    await store.put(answer("b"));
    expect(await store.getAll("", ["b", "none", "a"])).toEqual([answer("b"), undefined, answer("a")]);
  });

  it("takes a response that is larger than a row may be, and cuts no character in two", async () => {
    const store = storeIn(objects(), { maxBytes: 100_000_000 });
    const large = answer("large", { input: ["x", "é🎈".repeat(1_000_000)] });
    await store.put(large);
    expect(await store.get("", "large")).toEqual(large);
  });

  it("removes what is too old although nobody asks for it, and takes more afterwards", async () => {
    const namespace = objects();
    const rows = () => new ObjectLink(namespace, "response").call("", "rows", "");
    await storeIn(namespace, { maxAge: 1 }).put(answer("a"));
    await vi.waitFor(async () => expect(await rows()).toBe(0), { timeout: 60_000 });
    await storeIn(namespace).put(answer("b"));
    expect(await storeIn(namespace).get("", "b")).toEqual(answer("b"));
    expect(await rows()).toBe(1);
  });

  it("does not give back what is too old", async () => {
    const store = storeIn(objects(), { maxAge: -1 });
    await store.put(answer("a"));
    expect(await store.get("", "a")).toBeUndefined();
    expect(await store.delete("", "a")).toBe(false);
  });

  it("says that it failed if the object does", async () => {
    const link = new ObjectLink(objects(), "response");
    await expect(link.call("", "no-such-action", "")).rejects.toThrow("no-such-action: 404");
  });
});

describe("limits in Durable Objects", () => {
  countsLimits(async () => new DurableObjectLimits(new ObjectLink(objects(), "limit")));

  it("hold for all gateways together", async () => {
    const namespace = objects();
    const gateways = Array.from({ length: 3 }, () => new DurableObjectLimits(new ObjectLink(namespace, "limit")));
    const one = [{ name: "rpm", limit: { type: "rate", max: 10, period: 60_000 } as const, amount: 1 }];
    const results = await Promise.all(
      gateways.flatMap((limits) => Array.from({ length: 20 }, () => limits.reserve("ann", one))),
    );
    expect(results.filter(({ refused }) => refused === undefined)).toHaveLength(10);
  });
});

describe("requests in flight in Durable Objects", () => {
  const PLACE = [{ name: "concurrency", limit: { type: "concurrent", max: 1, lease: 30_000 } as const, amount: 1 }];
  const NONE = PLACE.map((each) => ({ ...each, amount: -1 }));

  /** Two gateways, and a way to let time pass in the objects. */
  function twoGateways() {
    const namespace = objects();
    const clock = new TestClock();
    const link = () => new ObjectLink(namespace, "limit");
    const advance = (milliseconds: number) => link().call("ann", "advance", String(milliseconds));
    const renewed = vi.fn();
    const watched = link();
    const call = watched.call.bind(watched);
    watched.call = async (owner, action, body) => {
      const result = await call(owner, action, body);
      if (action === "renew") renewed();
      return result;
    };
    return {
      clock,
      advance,
      renewed,
      first: new DurableObjectLimits(watched, clock),
      second: new DurableObjectLimits(link(), new TestClock()),
    };
  }

  it("keep their places for as long as they last", async () => {
    const { first, second, clock, advance, renewed } = twoGateways();
    const held = await first.reserve("ann", PLACE);
    for (let round = 1; round <= 3; round++) {
      await advance(20_000);
      clock.turn(10_000);
      await vi.waitFor(() => expect(renewed).toHaveBeenCalledTimes(round), { timeout: 60_000 });
    }
    expect((await second.reserve("ann", PLACE)).refused).toBe("concurrency");
    if (held.refused === undefined) await held.adjust(NONE);
    expect(clock.timers).toEqual([]);
    expect((await second.reserve("ann", PLACE)).refused).toBeUndefined();
  });

  it("lose them soon after their gateway is gone, and not to a renewal that comes late", async () => {
    const { first, second, clock, advance, renewed } = twoGateways();
    const held = await first.reserve("ann", PLACE);
    await advance(29_000);
    expect((await second.reserve("ann", PLACE)).refused).toBe("concurrency");
    await advance(1500);
    const taken = await second.reserve("ann", PLACE);
    expect(taken.refused).toBeUndefined();
    // It was slow, and is not gone: two are in flight, and none is given a third.
    clock.turn(10_000);
    await vi.waitFor(() => expect(renewed).toHaveBeenCalled(), { timeout: 60_000 });
    if (taken.refused === undefined) await taken.adjust(NONE);
    expect((await second.reserve("ann", PLACE)).refused).toBe("concurrency");
    if (held.refused === undefined) await held.adjust(NONE);
    expect((await second.reserve("ann", PLACE)).refused).toBeUndefined();
  });
});

describe("Durable Objects after the end of their process", () => {
  it("have what was stored and what was counted", async () => {
    const namespace = objects();
    const limits = new DurableObjectLimits(new ObjectLink(namespace, "limit"));
    const budget = [
      { name: "budget", limit: { type: "sum", max: 1, resetsAt: Date.now() + HOUR } as const, amount: 1 },
    ];
    await storeIn(namespace).put(answer("a"));
    expect((await limits.reserve("ann", budget)).refused).toBeUndefined();
    await running.stop();
    running = await worker.start();
    expect(await storeIn(namespace).get("", "a")).toEqual(answer("a"));
    expect((await limits.reserve("ann", budget)).refused).toBe("budget");
  });
});
