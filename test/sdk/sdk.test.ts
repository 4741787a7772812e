import { describe, expect, it } from "vitest";
import { ARGUMENTS, type Example, examples, ID, NAME, streamOf, TEXT } from "./examples.ts";
import { type Consumed, type Sdk, sdks } from "./index.ts";
import { dialectOf, type Recording, readTraffic, streamsOf, succeeded } from "./traffic.ts";

describe.each(Object.keys(sdks))("the official SDK of %s", (dialect) => {
  const sdk = sdks[dialect] as Sdk;
  const example = examples[dialect] as Example;
  const stream = streamOf(dialect, example);
  const read = {
    ok: true,
    text: TEXT,
    calls: [{ id: ID, name: NAME, arguments: ARGUMENTS }],
    stop: example.stop,
    usage: expect.anything(),
  };

  it("reads a stream", async () => {
    expect(await sdk.consume(stream)).toMatchObject(read);
  });

  it("reads a stream that arrives byte by byte", async () => {
    const bytes = [...new TextEncoder().encode(stream)].map((byte) => Uint8Array.of(byte));
    expect(await sdk.consume(bytes)).toMatchObject(read);
  });

  it("reads a whole answer", async () => {
    expect(await sdk.parse(example.whole)).toMatchObject(read);
  });

  it("throws the provider's error, once", async () => {
    const error = { ok: false, error: { message: expect.stringContaining("No."), status: 400 } };
    expect(await sdk.parse(example.failure, 400)).toMatchObject(error);
    expect(await sdk.consume(JSON.stringify(example.failure), { status: 400 })).toMatchObject(error);
    const overloaded = await sdk.consume(JSON.stringify(example.failure), { status: 503 });
    expect(overloaded).toMatchObject({ ok: false, error: { status: 503 } });
  });

  it("does not take half a stream for a whole one", async () => {
    const half = await sdk.consume(streamOf(dialect, example, 2));
    expect(half).toMatchObject(HALF[dialect] ?? { ok: false });
  });
});

/** The SDKs that do not throw, and how a truncated stream shows nevertheless. */
const HALF: Readonly<Record<string, Partial<Consumed>>> = {
  "openai-responses": { ok: true, stop: "in_progress" },
  gemini: { ok: true, stop: null },
  "gemini-interactions": { ok: true, stop: null },
};

/** Who speaks which dialect as its owner does. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  "openai-chat": ["openai"],
  "openai-responses": ["openai"],
  anthropic: ["anthropic", "vertex"],
  gemini: ["gemini", "google", "vertex"],
  ollama: ["ollama"],
};

/** Recordings that the pinned SDKs do not read, and why. */
const UNREAD: Readonly<Record<string, string>> = {
  "152df08fa8229c0d": "two answers in one recording, the first without its message_stop",
  fa802cc7a2913f9e: "the helper for Responses knows no response.apply_patch_call_operation_diff events",
};

const recorded = readTraffic().filter(
  (recording) =>
    succeeded(recording) && OWNERS[dialectOf(recording)]?.includes(recording.provider) && !(recording.id in UNREAD),
);

describe.skipIf(recorded.length === 0)("recorded answers", () => {
  it.each(Object.keys(OWNERS))("of %s are read by the official SDK", async (dialect) => {
    const own = recorded.filter((recording) => dialectOf(recording) === dialect);
    expect(own.filter(({ streaming }) => streaming).length).toBeGreaterThan(3);
    for (const recording of own) {
      const answers = await answersOf(recording, sdks[dialect] as Sdk);
      expect(
        answers.filter(({ ok }) => !ok),
        recording.id,
      ).toEqual([]);
      const calls = answers.flatMap((answer) => (answer.ok ? answer.calls : []));
      expect(calls.length > 0, recording.id).toBe(recording.features.includes("tool_call"));
    }
  });
});

function answersOf(recording: Recording, sdk: Sdk): Promise<Consumed[]> {
  const { json } = recording.response;
  if (json !== undefined && !recording.streaming) return Promise.all([sdk.parse(json)]);
  return Promise.all(streamsOf(recording).map((stream) => sdk.consume(stream)));
}
