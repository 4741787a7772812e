import { expect, it } from "vitest";
import { environmentConfig } from "../../src/config/environment.ts";
import { Gateway } from "../../src/gateway.ts";
import { BoundedCalls } from "../../src/limits/bounded-calls.ts";
import { Silence } from "../../src/limits/silence.ts";
import { StoreTimeout } from "../../src/limits/store-timeout.ts";
import { FallbackStore } from "../../src/store/fallback.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import { answer, ROOMY } from "../store/behaviour.ts";
import { quiet, TestClock } from "../support/test-clock.ts";

const TIMEOUT = 50;

/** A store that answers each call after 30 ms: in time, but not three times in a row. */
function world() {
  const clock = new TestClock();
  const calls = new BoundedCalls({
    timeout: TIMEOUT,
    clock,
    silence: new Silence(clock, TIMEOUT),
    onTrouble: () => {},
  });
  const ask = () => new Promise<string>((resolve) => clock.setTimer(() => resolve("here"), 30));
  const outcome = (storeTimeout: StoreTimeout): Promise<string> =>
    calls.run("answer", ask, storeTimeout).catch(({ reason }) => reason);
  const inMilliseconds = async (work: () => Promise<unknown>): Promise<number> => {
    const began = clock.elapsed();
    await clock.turnUntil(work());
    return clock.elapsed() - began;
  };
  return { clock, outcome, inMilliseconds };
}

it("a request waits for its stores no longer than their bound in all", async () => {
  const { clock, outcome, inMilliseconds } = world();
  const storeTimeout = new StoreTimeout(clock, TIMEOUT);
  const outcomes: string[] = [];
  const time = await inMilliseconds(async () => {
    for (let calls = 0; calls < 3; calls++) outcomes.push(await outcome(storeTimeout));
  });
  expect(outcomes).toEqual(["here", "timeout", "timeout"]);
  expect(time).toBe(TIMEOUT);
});

it("leaves a tenth of the bound for a late timer and the turn of its request", async () => {
  const clock = new TestClock();
  const limits = { ...NEVER, settle: NEVER.reserve, renew: NEVER.reserve, close: async () => {} };
  const config = await environmentConfig({});
  const bounded = { ...config, store: { ...config.store, timeout: TIMEOUT } };
  const gateway = new Gateway({ config: bounded, send: neverSent, store: new MemoryStore(ROOMY), limits, clock });
  const waited = gateway.newStoreTimeout()?.waitFor(NEVER.reserve());
  await expect(clock.turnUntil(waited ?? Promise.resolve())).rejects.toMatchObject({ reason: "timeout" });
  expect(clock.elapsed() - TestClock.start).toBe(0.9 * TIMEOUT);
});

const neverSent = () => {
  throw new Error("nothing is sent");
};

const NEVER = { reserve: () => new Promise<never>(() => {}) };

it("what it waits for at the same time counts once", async () => {
  const { clock, outcome, inMilliseconds } = world();
  const storeTimeout = new StoreTimeout(clock, TIMEOUT);
  const both = () => Promise.all([outcome(storeTimeout), outcome(storeTimeout)]);
  expect(await inMilliseconds(both)).toBe(30);
  expect(await inMilliseconds(both)).toBe(20);
});

it("a request that gives up does not keep others from the store", async () => {
  const { clock, outcome } = world();
  const storeTimeout = new StoreTimeout(clock, TIMEOUT);
  for (let calls = 0; calls < 2; calls++) await clock.turnUntil(outcome(storeTimeout));
  expect(await clock.turnUntil(outcome(new StoreTimeout(clock, TIMEOUT)))).toBe("here");
});

it("without a bound it waits for all", async () => {
  const { clock, outcome, inMilliseconds } = world();
  const storeTimeout = new StoreTimeout(clock, 0);
  const time = await inMilliseconds(async () => {
    for (let calls = 0; calls < 3; calls++) expect(await outcome(storeTimeout)).toBe("here");
  });
  expect(time).toBe(90);
});

it("a response is written also if its request has no time left for its stores", async () => {
  const { clock, outcome, inMilliseconds } = world();
  const memory = new MemoryStore(ROOMY);
  const shared = new FallbackStore(slow(memory, clock), { clock, readsOwn: false });
  const storeTimeout = new StoreTimeout(clock, TIMEOUT);
  await clock.turnUntil(outcome(storeTimeout));
  expect(await inMilliseconds(() => shared.put(answer("resp_1"), storeTimeout))).toBe(20);
  expect(await memory.get("", "resp_1")).toBeUndefined();
  clock.turn(10);
  await quiet();
  expect(await memory.get("", "resp_1")).toEqual(answer("resp_1"));
});

function slow(memory: MemoryStore, clock: TestClock): MemoryStore {
  const put = memory.put.bind(memory);
  memory.put = async (response) => {
    await new Promise<void>((resolve) => clock.setTimer(resolve, 30));
    await put(response);
  };
  return memory;
}
