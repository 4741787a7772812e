import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { isDrawn } from "../../../../test/support/extent.ts";
import { FAULTS } from "../../src/sim/faults/index.ts";
import { ask, DIALECTS, TestSimulator } from "./requests.ts";

/** Faults that change nothing that an event says. */
const HARMLESS = ["drip", "slow-head", "split", "lump", "crlf", "comments", "no-space", "fields"];

describe.each(DIALECTS)("faults of %s", (dialect) => {
  const names = FAULTS.map(({ name }) => name).filter((_, row) => isDrawn(3, row, DIALECTS.indexOf(dialect)));

  it.concurrent.each(names)("%s comes whole and as a stream", async (name) => {
    const model = name === "bomb" || name === "giant" ? `fault-${name}@1` : `fault-${name}`;
    for (const streams of [false, true]) {
      const defaults = await ask({ dialect, streams });
      const received = await ask({ dialect, streams, model });
      const reported = { ...received, text: received.text.replaceAll(model, "sim-1") };
      if (NEEDS_STREAM.has(name) && !streams) continue;
      const isFelt = !ONLY_CHAT.has(name) && (!ONLY_BINARY.has(name) || (dialect === "bedrock" && streams));
      if (isFelt) expect(reported).not.toEqual(defaults);
    }
  });

  it.concurrent.each(HARMLESS)("%s leaves the stream legal", async (name) => {
    const { text } = await ask({ dialect, streams: true, model: `fault-${name}@1` });
    expect(legality[dialect]?.stream(text.replace(/\r\n?/g, "\n"))).toEqual([]);
  });

  it("fail the first n times where they are flaky", async () => {
    const simulator = new TestSimulator();
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) statuses.push((await ask({ dialect, simulator, model: "fault-flaky-503@2" })).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it("that are unknown are a 404", async () => {
    expect((await ask({ dialect, model: "sim/fault-nonsense" })).status).toBe(404);
  });
});

describe("faults", () => {
  it("have unique names and descriptions", () => {
    const names = FAULTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(FAULTS.filter(({ does }) => !/^[A-Z].*\.$/.test(does))).toEqual([]);
  });

  it("interleave the deltas of two calls", async () => {
    const { text } = await ask({ dialect: "openai-chat", streams: true, model: "fault-interleave" });
    const indexes = [...text.matchAll(/"tool_calls":\[\{"index":(\d)/g)].map(([, index]) => index).join("");
    expect(indexes).toMatch(/^0101/);
    const responses = await ask({ dialect: "openai-responses", streams: true, model: "fault-interleave" });
    const items = [...responses.text.matchAll(/"output_index":(\d)/g)].map(([, index]) => index).join("");
    expect(items).toMatch(/^0101/);
  });
});

const NEEDS_STREAM = new Set(
  FAULTS.filter(({ body, text, payloads, steps }) =>
    [body, text, payloads, steps].every((stage) => stage === undefined),
  ).map(({ name }) => name),
);

const ONLY_BINARY = new Set(FAULTS.filter(({ binaryOnly }) => binaryOnly).map(({ name }) => name));

/** What other dialects have no place for. */
const ONLY_CHAT = new Set([
  ...["interleave", "same-index", "no-index", "index-one", "repeat-id", "late-name", "split-name"],
  ...["args-object", "double-encoded", "bad-arguments", "no-done", "usage-twice", "usage-early"],
  ...[
    "flaky-408",
    "lump",
    "cr",
    "crlf",
    "no-space",
    "fields",
    "unknown",
    "drip",
    "slow-head",
    "comments",
    "no-end",
    "split",
  ],
]);
