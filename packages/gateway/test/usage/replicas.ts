import fc from "fast-check";
import { expect } from "vitest";
import { BatchedUsage } from "../../src/store/usage/batched-usage.ts";
import { addTo, NO_USAGE, type UsageCounts } from "../../src/usage/usage-counts.ts";
import {
  countsOf,
  type DayRange,
  type UsageBatch,
  type UsageEntry,
  type UsageRow,
  type UsageStore,
} from "../../src/usage/usage-log.ts";
import { UsageRows } from "../../src/usage/usage-rows.ts";
import { TestClock } from "../support/test-clock.ts";
import { ENTRY, NOON, TODAY } from "./entries.ts";

/** How a store may answer: as it should, not at all before or after it has added a batch, or with an error then. */
const MODES = ["works", "fails", "adds and fails", "adds and hangs"] as const;
type Mode = (typeof MODES)[number];

/** What happens to one of two gateways. */
export type Step =
  | { readonly type: "request"; readonly replica: 0 | 1; readonly entry: UsageEntry }
  | { readonly type: "write"; readonly replica: 0 | 1; readonly mode: Mode }
  | { readonly type: "crash"; readonly replica: 0 | 1 };

const DAY = 24 * 3600 * 1000;
const replica = fc.constantFrom<(0 | 1)[]>(0, 1);

const entry: fc.Arbitrary<UsageEntry> = fc
  .record({
    key: fc.constantFrom("", "alice", "bob"),
    provider: fc.constantFrom("openai", "azure"),
    model: fc.constantFrom("gpt", "mini"),
    at: fc.constantFrom(NOON, NOON - DAY),
    isError: fc.boolean(),
    isEstimated: fc.boolean(),
    losses: fc.nat(3),
    tokens: fc.record({ input: fc.nat(1e6), cacheRead: fc.nat(1e6), output: fc.nat(1e4), reasoning: fc.nat(1e4) }),
    cost: fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: undefined }),
  })
  .map((fields) => ({ ...ENTRY, ...fields }));

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ type: fc.constant("request" as const), replica, entry }) },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant("write" as const), replica, mode: fc.constantFrom(...MODES) }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("crash" as const), replica }) },
  ),
  { maxLength: 40 },
);

/** A store that answers as it is told, and notes what it was sent. */
class FaultyStore implements UsageStore {
  mode: Mode = "works";
  readonly added = new Map<string, UsageBatch>();
  private readonly store: UsageStore;
  private readonly adding = new Set<Promise<void>>();

  constructor(store: UsageStore) {
    this.store = store;
  }

  async add(batch: UsageBatch): Promise<void> {
    const { mode } = this;
    if (mode === "fails") throw new Error("down");
    const work = this.addNow(batch);
    this.adding.add(work);
    await work;
    if (mode === "adds and fails") throw new Error("broken");
    if (mode === "adds and hangs") await new Promise(() => {});
  }

  /** Waits for what nobody waits for any more. */
  async idle(): Promise<void> {
    await Promise.all(this.adding);
  }

  private async addNow(batch: UsageBatch): Promise<void> {
    await this.store.add(batch);
    const id = `${batch.source} ${batch.sequence}`;
    // A batch that is sent again is the same one: otherwise what was added to it would be lost.
    expect(this.added.get(id) ?? batch).toEqual(batch);
    this.added.set(id, batch);
  }

  read(range: DayRange): Promise<readonly UsageRow[]> {
    return this.store.read(range);
  }

  async close(): Promise<void> {}
}

/** A gateway that counts, and may be killed. */
export class Replica {
  readonly store: FaultyStore;
  readonly charged: UsageEntry[] = [];
  private readonly clock = new TestClock();
  private readonly usage: BatchedUsage;

  constructor(store: UsageStore) {
    const { clock } = this;
    this.store = new FaultyStore(store);
    this.usage = new BatchedUsage({
      store: this.store,
      interval: 1000,
      timeout: 500,
      clock,
      rows: new UsageRows(() => true),
      onTrouble: () => {},
    });
  }

  request(entry: UsageEntry): void {
    this.charged.push(entry);
    this.usage.add(entry);
  }

  /** Lets it write what it has counted to a store that answers so. Time passes for a store that does not. */
  async write(mode: Mode): Promise<void> {
    this.store.mode = mode;
    const read = this.usage.read({ from: TODAY, to: TODAY });
    await this.clock.turnUntil(read.catch(() => undefined));
    this.clock.turn(1000);
  }

  /** Lets it write all that it has counted. */
  async finish(): Promise<void> {
    for (let tries = 0; this.added.requests < this.charged.length && tries < 100; tries++) await this.write("works");
  }

  /** What the store has added of it. */
  get added(): UsageCounts {
    return total([...this.store.added.values()].flatMap(({ rows }) => rows.map(({ counts }) => counts)));
  }

  get total(): UsageCounts {
    return total(this.charged.map(countsOf));
  }
}

export function total(all: readonly UsageCounts[]): UsageCounts {
  const sums = { ...NO_USAGE };
  for (const counts of all) addTo(sums, counts);
  return sums;
}
