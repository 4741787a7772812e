import { describe, expect, it } from "vitest";
import { chatFrame, event } from "../../../../../test/known-failures/wire-streams.ts";
import { isDrawn } from "../../../../../test/support/extent.ts";
import type { SimStep } from "../../../src/sim/steps.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { writeStream } from "../../support/provider-wire.ts";
import { LONG_TIMEOUTS, providerOf, type Run, SHORT_TIMEOUTS, useMemory } from "./harness.ts";
import { expectAnswered, expectBroken, expectFailed, expectRefused } from "./outcomes.ts";
import { streamHead, streamStep } from "./responses.ts";

/** Frames that keep a connection alive, without output. */
const HEARTBEATS: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": `: keep-alive\n\n${chatFrame({})}`,
  "openai-responses": ": keep-alive\n\n",
  anthropic: event({ type: "ping" }),
  gemini: ": keep-alive\n\n",
  "gemini-interactions": ": keep-alive\n\n",
  ollama: "\n",
  bedrock: '{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":""}}}\n',
};

const CONTENT = { text: "Hello, world" };

/** The frames up to and including the first text. */
function opening(provider: ClientDialect): string[] {
  const all = writeStream(provider, CONTENT);
  return all.slice(0, all.findIndex((frame) => frame.includes("Hello,")) + 1);
}

/** More keep-alives than a timeout takes. */
function keepAlives(dialect: ClientDialect): SimStep[] {
  const count = (SHORT_TIMEOUTS.idle / KEEP_ALIVE_INTERVAL) * 2;
  return Array.from({ length: count }, (): SimStep[] => [
    { type: "wait", ms: KEEP_ALIVE_INTERVAL },
    streamStep(dialect, HEARTBEATS[dialect]),
  ]).flat();
}

const KEEP_ALIVE_INTERVAL = 20;

const harness = useMemory(({ simulator, providerUrl }) => {
  for (const dialect of DIALECTS) {
    const define = (name: string, frames: readonly string[]) =>
      simulator.define(`${name}-${dialect}`, () => [
        streamHead(dialect),
        streamStep(dialect, frames.join("")),
        ...keepAlives(dialect),
        { type: "stall" },
      ]);
    define("begun", opening(dialect));
    define("not-begun", opening(dialect).slice(0, -1));
  }
  const provider = (dialect: string, timeouts: Partial<typeof LONG_TIMEOUTS>) =>
    providerOf(dialect, providerUrl, { ...LONG_TIMEOUTS, ...timeouts });
  return {
    providers: Object.fromEntries(
      DIALECTS.flatMap((dialect) => [
        [`first-${dialect}`, provider(dialect, { firstByte: SHORT_TIMEOUTS.firstByte })],
        [`drip-${dialect}`, provider(dialect, { idle: 1200, firstByte: 5000 })],
        [`total-${dialect}`, provider(dialect, { total: 300 })],
      ]),
    ),
  };
});

const PAIRS = DIALECTS.flatMap((client, row) =>
  DIALECTS.filter((_, column) => isDrawn(3, row, column)).map((provider) => ({ client, provider })),
);

/** Every client with every provider, at once; in the quick run with a third of them. */
function runAll(modelOf: (provider: ClientDialect) => string): Promise<Run[]> {
  const runs = PAIRS.map(({ client, provider }) => harness.run({ client, streams: true, model: modelOf(provider) }));
  return harness.network.clock.turnUntil(Promise.all(runs));
}

/** The gateway closed the connection to the provider. */
async function expectClosed({ received }: Run): Promise<void> {
  expect(await Promise.all(received.map(({ ended }) => ended))).toEqual(["gone"]);
}

describe("a client of any dialect", () => {
  it("F25: gets an error if a response stops, in spite of keep-alives", async () => {
    for (const run of await runAll((provider) => `idle-${provider}/begun-${provider}@0`)) {
      expectBroken(run, /^idle_timeout$/);
      await expectClosed(run);
    }
  });

  it("F18: gets an error if a response does not begin, in spite of keep-alives", async () => {
    for (const run of await runAll((provider) => `first-${provider}/not-begun-${provider}@0`)) {
      expectRefused(run, /^first_byte_timeout$/);
      await expectClosed(run);
    }
  });

  it("F26: gets a slow response that takes longer than the idle timeout", async () => {
    for (const run of await runAll((provider) => `drip-${provider}/fault-drip@150`)) {
      expectAnswered(run);
      expect(run.record.durationMs).toBeGreaterThan(1200);
    }
  });

  it("F26: gets an error if a response exceeds the total timeout", async () => {
    for (const run of await runAll((provider) => `total-${provider}/fault-drip@40`)) {
      expectFailed(run, /^total_timeout$/);
      await expectClosed(run);
    }
  });
});
