import { describe, expect, it } from "vitest";
import type { Limit, LimitState } from "../../src/limits/limit-state.ts";
import { MemoryLimits } from "../../src/limits/memory-limits.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import { Channel } from "../../src/workers/channel.ts";
import type { PrimaryMethods } from "../../src/workers/methods.ts";
import { RemoteLimits, WorkerLimits } from "../../src/workers/remote-limits.ts";
import { RemoteStore, storeMethods } from "../../src/workers/remote-store.ts";
import { countsLimits } from "../limits/behaviour.ts";
import { answer, behavesAsAStore, boundsItsSize, type Limits, ROOMY } from "../store/behaviour.ts";
import { portPair } from "./port-pair.ts";

const onBug = (error: unknown) => {
  throw error;
};

describe("a store of another process", () => {
  const open = async (limits: Limits) => {
    const { ports } = portPair();
    const store = new MemoryStore(limits);
    new Channel(
      ports[0],
      storeMethods({ response: store, reasoning: store }, () => {}),
      onBug,
    );
    return new RemoteStore(new Channel<PrimaryMethods>(ports[1], {}, onBug), "response");
  };
  behavesAsAStore(open);
  boundsItsSize(open);
});

describe("reasoning of another process", () => {
  it("is not asked for before any is stored", async () => {
    const { ports } = portPair();
    const store = new MemoryStore(ROOMY);
    let told = 0;
    new Channel(
      ports[0],
      storeMethods({ response: store, reasoning: store }, () => told++),
      onBug,
    );
    const channel = new Channel<PrimaryMethods>(ports[1], {}, onBug);
    const [reasoning, responses] = [new RemoteStore(channel, "reasoning"), new RemoteStore(channel, "response")];
    expect([reasoning.isEmpty, responses.isEmpty]).toEqual([true, false]);
    await responses.put(answer("resp_1"));
    expect([reasoning.isEmpty, told]).toEqual([true, 0]);
    await reasoning.put(answer("reasoning_1"));
    expect([reasoning.isEmpty, told]).toEqual([false, 1]);
  });
});

describe("limits of another process", () => {
  countsLimits(async () => worker(new MemoryLimits(Date.now)).limits);

  it("frees the places of a worker that is gone, and keeps what it has taken", async () => {
    const counted = new MemoryLimits(Date.now);
    const inFlight: Limit = { type: "concurrent", max: 1, lease: 60_000 };
    const minute: Limit = { type: "rate", max: 1, period: 3_600_000 };
    const [first, second] = [worker(counted), worker(counted)];
    const place = { name: "concurrency", limit: inFlight, amount: 1 };
    const request = { name: "rpm", limit: minute, amount: 1 };
    expect((await first.limits.reserve("ann", [place, request])).refused).toBeUndefined();
    expect((await second.limits.reserve("ann", [place])).refused).toBe("concurrency");
    await first.service.close();
    expect((await second.limits.reserve("ann", [place])).refused).toBeUndefined();
    expect((await second.limits.reserve("ann", [request])).refused).toBe("rpm");
  });
});

describe("limits of a worker that has died", () => {
  it("keep no place for what it had sent and was read after its end", async () => {
    const counted = new MemoryLimits(Date.now);
    const place = { name: "concurrency", limit: { type: "concurrent", max: 1, lease: 60_000 } as const, amount: 1 };
    const { service } = worker(counted);
    await service.close();
    await service.methods.reserve("ann", [place]);
    expect((await counted.reserve("ann", [place])).refused).toBeUndefined();
  });
});

describe("a channel", () => {
  it("rejects calls when the other process is gone, and says nothing of what they were about", async () => {
    const { ports, close } = portPair();
    const channel = new Channel<PrimaryMethods>(ports[1], {}, onBug);
    const call = channel.call("get", "response", "ann", "a-secret-id");
    close();
    await expect(call).rejects.toThrow(/^the other process did not answer: closed$/);
    await expect(channel.call("get", "response", "ann", "a-secret-id")).rejects.toThrow("closed");
  });

  it("rejects a call that fails there with its code alone, and one of an unknown name", async () => {
    const { ports } = portPair();
    const get = () => Promise.reject(Object.assign(new Error("it has a-secret"), { code: "EIO" }));
    new Channel(ports[0], { get }, onBug);
    const channel = new Channel<PrimaryMethods>(ports[1], {}, onBug);
    await expect(channel.call("get", "response", "", "")).rejects.toThrow(/^the other process did not answer: EIO$/);
    await expect(channel.call("nextScript")).rejects.toThrow("unknown_method");
  });
});

function worker(limits: LimitState): { readonly limits: LimitState; readonly service: WorkerLimits } {
  const { ports } = portPair();
  const service = new WorkerLimits(limits);
  new Channel(ports[0], service.methods, onBug);
  return { limits: new RemoteLimits(new Channel<PrimaryMethods>(ports[1], {}, onBug)), service };
}
