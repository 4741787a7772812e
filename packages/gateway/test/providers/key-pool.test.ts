import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { KeyPool, type PooledKey } from "../../src/providers/key-pool.ts";
import type { ProviderKey } from "../../src/providers/provider-key.ts";
import { weightedOrder } from "../../src/providers/weighted-order.ts";

const SECOND = 1000;

function keysOf(weights: readonly number[]): ProviderKey[] {
  return weights.map((weight, index) => ({ name: String(index + 1), key: `sk-${index}`, weight }));
}

function poolOf(weights: readonly number[], onChange: ConstructorParameters<typeof KeyPool>[1] = () => {}): KeyPool {
  return new KeyPool(keysOf(weights), onChange);
}

function isReady({ health }: PooledKey, now: number): boolean {
  return health.state(now).type === "ready";
}

/** What happens to the request that was sent longest ago, or a new one, or nothing for a while. */
const EVENT = fc.oneof(
  fc.record({ type: fc.constant("send" as const), conversation: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ type: fc.constant("pass" as const), time: fc.integer({ min: 0, max: 20 * SECOND }) }),
  fc.record({ type: fc.constant("succeed" as const), which: fc.nat() }),
  fc.record({ type: fc.constant("refuse" as const), which: fc.nat() }),
  fc.record({
    type: fc.constant("fail" as const),
    which: fc.nat(),
    status: fc.constantFrom(402, 429, 500, 503, 529),
    retryAfter: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
  }),
);

interface Sent {
  readonly key: PooledKey;
  readonly sent: number;
}

/** Plays events on a pool; `onTake` sees each key that is taken. */
function play(
  pool: KeyPool,
  events: readonly (typeof EVENT extends fc.Arbitrary<infer T> ? T : never)[],
  onTake: (conversation: string, key: PooledKey | undefined, now: number) => void,
): void {
  let now = 0;
  const inFlight: Sent[] = [];
  for (const event of events) {
    if (event.type === "pass") now += event.time;
    else if (event.type === "send") {
      const conversation = `c${event.conversation}`;
      const key = pool.take(conversation, now);
      onTake(conversation, key, now);
      if (key !== undefined) inFlight.push({ key, sent: now });
    } else {
      const [ended] = inFlight.splice(event.which % Math.max(1, inFlight.length), 1);
      if (ended === undefined) continue;
      if (event.type === "succeed") pool.succeed(ended.key, ended.sent);
      if (event.type === "refuse") pool.refuse(ended.key, 401, now);
      if (event.type === "fail") pool.coolDown(ended.key, event, { sent: ended.sent, now });
    }
  }
}

const WEIGHTS = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
const EVENTS = fc.array(EVENT, { maxLength: 80 });

describe("a pool of keys, whatever happens", () => {
  it("uses no key that cools down or was refused while another one is ready", () => {
    fc.assert(
      fc.property(WEIGHTS, EVENTS, (weights, events) => {
        const pool = poolOf(weights);
        play(pool, events, (_, key, now) => {
          if (pool.keys.some((each) => isReady(each, now))) expect(key !== undefined && isReady(key, now)).toBe(true);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("uses none while all cool down, and only the last one if all were refused", () => {
    fc.assert(
      fc.property(WEIGHTS, EVENTS, (weights, events) => {
        const pool = poolOf(weights);
        play(pool, events, (_, key, now) => {
          const states = pool.keys.map(({ health }) => health.state(now).type);
          if (states.includes("ready")) return;
          expect(key === undefined).toBe(states.includes("cooling"));
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("keeps a conversation with its key as long as that is ready", () => {
    fc.assert(
      fc.property(WEIGHTS, EVENTS, (weights, events) => {
        const pool = poolOf(weights);
        const last = new Map<string, PooledKey>();
        play(pool, events, (conversation, key, now) => {
          const before = last.get(conversation);
          if (before !== undefined && isReady(before, now)) expect(key?.key).toBe(before.key);
          if (key !== undefined) last.set(conversation, key);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("says after which time a key is ready: not before, and then it is", () => {
    fc.assert(
      fc.property(WEIGHTS, EVENTS, (weights, events) => {
        const pool = poolOf(weights);
        play(pool, events, (_, __, now) => {
          const wait = pool.wait(now);
          if (wait === undefined) return expect(pool.keys.every((key) => !isReady(key, now + 1e9))).toBe(true);
          expect(pool.keys.some((key) => isReady(key, now + wait))).toBe(true);
          if (wait > 0) expect(pool.keys.some((key) => isReady(key, now + wait - 0.001))).toBe(false);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("tells of a refused key once", () => {
    fc.assert(
      fc.property(WEIGHTS, EVENTS, (weights, events) => {
        const told: string[] = [];
        const pool = poolOf(weights, ({ name }, { type }) => told.push(`${name} ${type}`));
        play(pool, events, () => {});
        for (const { name } of pool.keys) {
          const changes = told
            .filter((each) => each.startsWith(`${name} `))
            .filter((each) => !each.endsWith("cooling"));
          // Refused, accepted again, refused, …
          const expected = changes.map((_, index) => `${name} ${index % 2 === 0 ? "refused" : "ready"}`);
          expect(changes).toEqual(expected);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("the weights of keys", () => {
  const CONVERSATIONS = 20_000;

  function shares(pool: KeyPool, now = 0): number[] {
    const counts = new Map(pool.keys.map(({ name }) => [name, 0]));
    for (let index = 0; index < CONVERSATIONS; index++) {
      const name = pool.take(`conversation ${index}`, now)?.name ?? "";
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts.values()].map((count) => count / CONVERSATIONS);
  }

  it.each([[[1, 1]], [[1, 2]], [[3, 1]], [[1, 2, 3, 4]], [[5, 5, 1]], [[1000, 1]]])(
    "%j hold in the long run",
    (weights) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      shares(poolOf(weights)).forEach((share, index) => {
        expect(Math.abs(share - (weights[index] ?? 0) / total)).toBeLessThan(0.015);
      });
    },
  );

  it("hold among the others while a key cools down, and no conversation of theirs moves", () => {
    const pool = poolOf([2, 1, 1]);
    const before = Array.from({ length: 2000 }, (_, index) => pool.take(`conversation ${index}`, 0)?.name);
    const [first] = pool.keys;
    if (first === undefined) throw new Error("there is no key");
    pool.coolDown(first, { status: 429 }, { sent: 0, now: 0 });
    const after = before.map((_, index) => pool.take(`conversation ${index}`, 0)?.name);
    const moved = after.filter((_, index) => before[index] === "1");
    const stayed = (name: string | undefined, index: number) => before[index] === "1" || name === before[index];
    expect(after.every(stayed)).toBe(true);
    const second = moved.filter((name) => name === "2").length / moved.length;
    expect(Math.abs(second - 0.5)).toBeLessThan(0.06);
  });

  it("do not depend on the order of the list", () => {
    const keys = keysOf([3, 1, 2]);
    const pools = [keys, keys.toReversed()].map((each) => new KeyPool(each, () => {}));
    for (let index = 0; index < 200; index++) {
      const [one, other] = pools.map((pool) => pool.take(`conversation ${index}`, 0)?.key);
      expect(one).toBe(other);
    }
  });
});

describe("a key that fails", () => {
  it("cools down as long as the provider asks for", () => {
    const pool = poolOf([1]);
    const key = pool.take("c", 0) as PooledKey;
    pool.coolDown(key, { status: 429, retryAfter: 7 }, { sent: 0, now: 100 });
    expect(key.health.state(100)).toEqual({ type: "cooling", until: 7100 });
    expect(pool.take("c", 7099)).toBeUndefined();
    expect(pool.take("c", 7100)?.name).toBe("1");
  });

  it("cools down longer each time, and shortly again after a success", () => {
    const pool = poolOf([1]);
    const key = pool.take("c", 0) as PooledKey;
    const waits = [];
    let now = 0;
    for (let round = 0; round < 6; round++) {
      pool.coolDown(key, { status: 429 }, { sent: now, now });
      waits.push(pool.wait(now));
      now += pool.wait(now) ?? 0;
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60].map((seconds) => seconds * SECOND));
    pool.succeed(key, now);
    pool.coolDown(key, { status: 503 }, { sent: now, now });
    expect(pool.wait(now)).toBe(SECOND);
  });

  it("cools down no longer because several requests of the same moment fail", () => {
    const pool = poolOf([1]);
    const key = pool.take("c", 0) as PooledKey;
    for (const now of [10, 11, 12]) pool.coolDown(key, { status: 429 }, { sent: 0, now });
    pool.coolDown(key, { status: 429 }, { sent: 10, now: 12 });
    expect(pool.wait(12)).toBe(5 * SECOND);
    pool.coolDown(key, { status: 429 }, { sent: 6 * SECOND, now: 6 * SECOND });
    expect(pool.wait(6 * SECOND)).toBe(10 * SECOND);
  });

  it("is not ready because a request succeeds that was sent before", () => {
    const pool = poolOf([1]);
    const key = pool.take("c", 0) as PooledKey;
    pool.coolDown(key, { status: 429 }, { sent: 5, now: 10 });
    pool.succeed(key, 0);
    expect(pool.wait(10)).toBe(5 * SECOND);
    pool.refuse(key, 401, 20);
    pool.succeed(key, 15);
    expect(key.health.state(20)).toEqual({ type: "refused", status: 401 });
  });

  it("keeps its health in a new pool that has it too, under another name and weight", () => {
    const pool = poolOf([1, 1]);
    const [first, second] = pool.keys;
    pool.coolDown(first as PooledKey, { status: 429, retryAfter: 9 }, { sent: 0, now: 0 });
    pool.refuse(second as PooledKey, 401, 0);
    const next = new KeyPool([{ name: "new", key: "sk-0", weight: 5 }, ...keysOf([1, 1, 1]).slice(2)], () => {}, pool);
    expect(next.keys.map(({ name, health }) => [name, health.state(0).type])).toEqual([
      ["new", "cooling"],
      ["3", "ready"],
    ]);
  });
});

it("the order by weight has every item once", () => {
  fc.assert(
    fc.property(WEIGHTS, fc.string(), (weights, conversation) => {
      const keys = keysOf(weights);
      const order = weightedOrder(keys, conversation, ({ key }) => key);
      expect(order.map(({ name }) => name).toSorted()).toEqual(keys.map(({ name }) => name).toSorted());
      expect(weightedOrder(keys, conversation, ({ key }) => key)).toEqual(order);
    }),
    { numRuns: runs(200) },
  );
});
