import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { EXTENT, isDrawn } from "../../../../../test/support/extent.ts";
import type { Route } from "../../../src/config/config.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { useMemory } from "./harness.ts";
import { expectAnswered, expectRefused } from "./outcomes.ts";
import { BEFORE } from "./table.ts";

/** Failures before the first output, as models of the simulated provider. */
function failures(provider: ClientDialect): string[] {
  const before = BEFORE[provider];
  const streamed = ["inband", "eof", "reset", "garbage"].flatMap((name) => [`${name}@0`, `${name}@${before}`]);
  const others = ["refuse", "html", "empty", "204", "redirect", "bomb@1", "status-401", "status-404", "status-503"];
  return [...new Set([...streamed, ...others, "hang", `stall@${before}`])].map((name) => `fault-${name}`);
}

const TIMEOUTS = /hang|stall/;

/** The provider after one that failed. */
function next(provider: ClientDialect): ClientDialect {
  return DIALECTS[(DIALECTS.indexOf(provider) + 1) % DIALECTS.length] ?? "openai-chat";
}

const harness = useMemory(() => ({
  routes: DIALECTS.flatMap((provider) => failures(provider).map(routeFor(provider))),
}));

function routeFor(provider: ClientDialect) {
  return (fault: string): Pick<Route, "match" | "to"> => ({
    match: `${provider}-then-${fault}`,
    to: [
      { provider: TIMEOUTS.test(fault) ? `short-${provider}` : provider, model: fault },
      { provider: next(provider), model: "sim-1" },
    ],
  });
}

/** In the quick run, each client is tried with two providers, its own among them, each of which fails in a fifth of the ways. */
function providersFor(client: ClientDialect): readonly ClientDialect[] {
  return EXTENT === "quick" ? [client, next(next(client))] : DIALECTS;
}

describe.each(DIALECTS)("a client of %s", (client) => {
  it.each(providersFor(client))(
    "F14–F18: sees nothing of a provider of %s that fails before its first output",
    async (provider) => {
      const place = [DIALECTS.indexOf(client), DIALECTS.indexOf(provider)] as const;
      const tried = failures(provider).filter((_, index) => isDrawn(5, index, ...place));
      const requests = tried.flatMap((fault) =>
        [true, false].map((streams) => ({ client, streams, model: `${provider}-then-${fault}` })),
      );
      const runs = Promise.all(requests.map((request) => harness.run(request)));
      for (const run of await harness.network.clock.turnUntil(runs)) {
        const { text } = expectAnswered(run);
        expect(text).toContain(`It speaks ${next(provider)} as sim-1`);
        expect(run.record.attempts).toMatchObject([{ errorType: expect.any(String) }, { status: 200 }]);
        expect(run.record).toMatchObject({ provider: next(provider), providerModel: "sim-1" });
        expect(run.headers.get("x-toolglot-attempts")).toBe("2");
        expect(run.headers.get("x-toolglot-target")).toBe(`${next(provider)}/sim-1`);
        const ends = await Promise.all(run.received.map(({ ended }) => ended));
        if (TIMEOUTS.test(run.request.model)) expect(ends.filter((end) => end !== "gone")).toEqual(["sent"]);
        else expect([ends.at(-1), ends.length]).toEqual(["sent", 2]);
        // A second start would be illegal (litellm #38153, ai-retry #51, subrouter #233).
        if (run.request.streams) expect(legality[client]?.stream(run.text ?? "")).toEqual([]);
      }
    },
  );

  it("F15: gets an error at once if the request itself is at fault", async () => {
    for (const provider of DIALECTS) {
      const run = await harness.run({ client, streams: true, model: `${provider}/fault-status-400` });
      expectRefused(run, /^400$/);
      expect(run.received).toHaveLength(1);
    }
  });
});
