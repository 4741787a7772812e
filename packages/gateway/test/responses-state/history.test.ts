import type { JsonObject } from "@toolglot/core";
import { expect, it } from "vitest";
import { loadHistory } from "../../src/responses-state/history.ts";
import { statefulDialect } from "../../src/responses-state/stores-responses.ts";
import type { StoredResponse } from "../../src/store/store.ts";
import { answer } from "../store/behaviour.ts";

const CALLER = { tenant: "", concurrency: 0 };
/** As many as a long session of an agent has. */
const TURNS = 200;

/** A store that answers all that is asked for at the same time at once, and counts how often that is. */
class Rounds {
  readonly stored = new Map<string, StoredResponse>();
  rounds = 0;
  private answering: Promise<void> | undefined;

  async get(_tenant: string, id: string): Promise<StoredResponse | undefined> {
    this.answering ??= this.nextRound();
    await this.answering;
    return this.stored.get(id);
  }

  private async nextRound(): Promise<void> {
    this.rounds++;
    await new Promise((resolve) => setImmediate(resolve));
    this.answering = undefined;
  }
}

async function continued(store: Rounds, previous: string) {
  const stateful = statefulDialect("openai-responses");
  if (stateful === undefined) throw new Error("it has stored responses");
  const body: JsonObject = { input: "Go on", previous_response_id: previous };
  return loadHistory(store, { caller: CALLER, body, stateful });
}

/** A conversation, each turn of which was stored as the gateway stores it. */
async function conversation(turns: number): Promise<Rounds> {
  const store = new Rounds();
  store.stored.set("resp_1", answer("resp_1"));
  for (let turn = 2; turn <= turns; turn++) {
    const previous = `resp_${turn - 1}`;
    const { earlier } = await continued(store, previous);
    store.stored.set(`resp_${turn}`, answer(`resp_${turn}`, { previous, earlier }));
  }
  store.rounds = 0;
  return store;
}

function contentOf(items: unknown): unknown[] {
  return (items as JsonObject[]).filter(({ type }) => type === "message").map(({ content }) => content);
}

const ALL = Array.from({ length: TURNS }, (_, index) => `answer of resp_${index + 1}`);

it("a long conversation is read in a few rounds, and in its order", async () => {
  const store = await conversation(TURNS);
  const { withHistory } = await continued(store, `resp_${TURNS}`);
  expect(contentOf(withHistory({ input: [], previous_response_id: "resp" }).input)).toEqual(ALL);
  // The last turn, the 64 before it with the one before these, and so on.
  expect(store.rounds).toBe(5);
});

it("turns that were stored without the ids before them are found one after the other", async () => {
  const store = await conversation(TURNS);
  for (const [id, { earlier: _, ...turn }] of store.stored) store.stored.set(id, turn);
  const { withHistory } = await continued(store, `resp_${TURNS}`);
  expect(contentOf(withHistory({ input: [], previous_response_id: "resp" }).input)).toEqual(ALL);
});
