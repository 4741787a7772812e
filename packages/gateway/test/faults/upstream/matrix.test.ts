import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { EXTENT } from "../../../../../test/support/extent.ts";
import { FAULTS } from "../../../src/sim/faults/index.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { expectAnswered, expectBroken, expectFailed, expectRefused, type Run, useRig } from "./rig.ts";
import { ELSEWHERE, type Expected, type Row, rows } from "./table.ts";

const rig = useRig();

describe.each(DIALECTS)("a client of %s", (client) => {
  describe.each(DIALECTS)("with a provider of %s", (provider) => {
    const all = rows(provider).filter((_, index) => isTried(client, provider, index));

    it.each(all.filter(({ waits }) => waits === undefined))("$id: $model", async (row) => {
      await Promise.all([true, false].map((streams) => check(row, { client, provider, streams })));
    });
  });

  it("F18, F25: with providers of any dialect that exceed a timeout, all at once", async () => {
    const runs = DIALECTS.flatMap((provider) =>
      rows(provider)
        .filter(({ waits }) => waits !== undefined)
        .flatMap((row) => [true, false].map((streams) => check(row, { client, provider, streams }))),
    );
    for (const { asked } of await Promise.all(runs)) for (const { ended } of asked) expect(await ended).toBe("gone");
  });
});

/** In the quick run each fault meets each client and each provider, but not in all pairs. */
function isTried(client: ClientDialect, provider: ClientDialect, row: number): boolean {
  const diagonal = DIALECTS.indexOf(client) + 2 * DIALECTS.indexOf(provider) + row;
  return EXTENT !== "quick" || diagonal % DIALECTS.length === 0;
}

describe("the table", () => {
  it("has every fault that the simulated provider knows", () => {
    const models = DIALECTS.flatMap((provider) => rows(provider).map(({ model }) => model.replace(/@\d+$/, "")));
    const named = FAULTS.map(({ name }) => name).filter((name) => !ELSEWHERE.test(name));
    expect(named.filter((name) => !models.includes(`fault-${name}`))).toEqual([]);
  });
});

interface Pair {
  readonly client: ClientDialect;
  readonly provider: ClientDialect;
  readonly streams: boolean;
}

async function check(row: Row, { client, provider, streams }: Pair): Promise<Run> {
  const model = `${row.waits === undefined ? "" : `${row.waits}-`}${provider}/${row.model}`;
  const run = await rig.run({ client, streams, model });
  expectAs(streams ? row.streamed : row.whole, run, client === provider);
  expect(run.record.attempts).toHaveLength(1);
  // A client that does not wait may disconnect before its request arrives.
  if (row.waits === undefined) expect(run.asked).toHaveLength(1);
  return run;
}

function expectAs(expected: Expected, run: Run, same: boolean): void {
  if (expected.type === "broken") expectBroken(run, expected.as);
  else if (expected.type === "failed") expectFailed(run, expected.as);
  else if (expected.type === "refused") {
    expectRefused(run, expected.as);
    if (expected.status !== undefined) expect(run.status).toBe(expected.status);
  } else expectWhole(run, same);
}

/** What passes as it comes where both ends speak the same: the vendor would not write it, and its own SDK reads it. */
const ODD = /fault-(?:no-done|double-done|usage-\w+|bad-utf8|unknown)$/;

/** All of the text is there, and it is legal. */
function expectWhole(run: Run, same: boolean): void {
  const { text } = expectAnswered(run);
  const { client, streams, model } = run.trial;
  expect(text.replaceAll("\uFFFD", "")).toMatch(/^(?:\(?)Hello from the simulated provider! .*heard: .*\)"$/);
  // The last event of a stream may repeat the text in full.
  expect(run.text?.includes("\uFFFD")).toBe(model.endsWith("bad-utf8"));
  const rules = legality[client];
  if (streams && !(same && ODD.test(model))) expect(rules?.stream(run.text ?? "")).toEqual([]);
}
