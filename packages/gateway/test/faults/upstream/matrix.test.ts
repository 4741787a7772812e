import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../../test/support/extent.ts";
import { FAULTS } from "../../../src/sim/faults/index.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { failingUrl } from "../../support/network/memory-provider.ts";
import { providerOf, SHORT_TIMEOUTS, useMemory } from "./harness.ts";
import { checkRow } from "./matrix.ts";
import { expectRefused, statusFor } from "./outcomes.ts";
import { ELSEWHERE, needsSockets, rows, takesTime } from "./table.ts";

/** Errors of the transport, with the status that the client gets. */
const TRANSPORT_ERRORS = { connect_failed: 502, connect_timeout: 504, reset: 502, invalid: 502 } as const;

const CODES = Object.keys(TRANSPORT_ERRORS) as (keyof typeof TRANSPORT_ERRORS)[];

const harness = useMemory(() => ({
  providers: Object.fromEntries(
    CODES.flatMap((code) => DIALECTS.map((dialect) => [`${code}-${dialect}`, providerOf(dialect, failingUrl(code))])),
  ),
}));

describe.each(DIALECTS)("a client of %s", (client) => {
  describe.each(DIALECTS)("with a provider of %s", (provider) => {
    const all = rows(provider).filter((row, index) => !needsSockets(row) && isTried(client, provider, index));

    it.each(all.filter((row) => !takesTime(row)))("$id: $model", async (row) => {
      await Promise.all([true, false].map((streams) => checkRow(harness, row, { client, provider, streams })));
    });

    it.each(CODES.filter((_, index) => isTried(client, provider, index)))("F14: %s", async (code) => {
      for (const streams of [true, false]) {
        const run = await harness.run({ client, streams, model: `${code}-${provider}/m` });
        expectRefused(run, new RegExp(`^upstream_${code}$`));
        expect(run.status).toBe(statusFor(run, TRANSPORT_ERRORS[code]));
      }
    });

    it.each(all.filter(takesTime))("$id: $model", async (row) => {
      const runs = [true, false].map((streams) => checkRow(harness, row, { client, provider, streams }));
      const [time, end] = row.timeouts === undefined ? [5, "sent"] : [SHORT_TIMEOUTS.idle, "gone"];
      for (const { received, record } of await harness.network.clock.turnUntil(Promise.all(runs))) {
        for (const { ended } of received) expect(await ended).toBe(end);
        // By the clock of the test, which stands still unless something waits.
        expect(record.durationMs).toBe(time);
      }
    });
  });
});

/** In the quick run, each fault is tried with three or four pairs, no two of which have the same client or provider. */
function isTried(client: ClientDialect, provider: ClientDialect, row: number): boolean {
  return isDrawn(13, row, DIALECTS.indexOf(client), DIALECTS.indexOf(provider));
}

describe("the table", () => {
  it("has every fault that the simulated provider knows", () => {
    const models = DIALECTS.flatMap((provider) => rows(provider).map(({ model }) => model.replace(/@\d+$/, "")));
    const named = FAULTS.map(({ name }) => name).filter((name) => !ELSEWHERE.test(name));
    expect(named.filter((name) => !models.includes(`fault-${name}`))).toEqual([]);
  });
});
