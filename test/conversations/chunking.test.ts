import { describe, expect, it } from "vitest";
import { ndjsonFraming } from "../../packages/core/src/stream/ndjson.ts";
import { sseFraming } from "../../packages/core/src/stream/sse.ts";
import { createBridge } from "../support/dynamic.ts";
import { byExtent } from "../support/extent.ts";
import { DIALECTS } from "./dialects.ts";
import { haveTraffic, recordedFor, streams } from "./recorded.ts";

/** Streams of up to this many bytes are cut in two at every place, and longer ones at some. */
const WHOLE = byExtent({ quick: 500, sample: 1_000, all: 4_000 });
const PLACES = byExtent({ quick: 6, sample: 8, all: 120 });

/** All streams are also cut into pieces of these lengths, which fit no frame: hundreds of places at once. */
const PIECES = [61, 1009];

/** Streams of up to this many bytes are cut into frames at every place, and longer ones at some: all else follows from these. */
const FRAMED = byExtent({ quick: 3_000, sample: 6_000, all: 60_000 });

/** Laws 5 and 6: the same bytes in give the same bytes out, wherever they are cut. */
describe.skipIf(!haveTraffic)("chunking does not matter", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      it(`to streams of ${from} for clients of ${to}`, () => {
        for (const { id, body } of recordedFor(streams, from, to)) {
          const bytes = new TextEncoder().encode(body);
          const whole = translated(from, to, [bytes]);
          expect(translated(from, to, [bytes]), id).toBe(whole);
          for (const length of PIECES)
            expect(translated(from, to, piecesOf(bytes, length)), `${id} in pieces of ${length}`).toBe(whole);
          for (const at of placesIn(bytes.length)) {
            const split = translated(from, to, [bytes.subarray(0, at), bytes.subarray(at)]);
            if (split !== whole) expect(split, `${id} cut at ${at}`).toBe(whole);
          }
        }
      });
    }
  }
});

describe.skipIf(!haveTraffic)("a cut at any place gives the same frames", () => {
  it.each(DIALECTS)("of streams of %s", (from) => {
    const framing = from === "ollama" ? ndjsonFraming : sseFraming;
    for (const { id, body } of streams.filter(({ dialect }) => dialect === from)) {
      const bytes = new TextEncoder().encode(body);
      const whole = framesOf(framing, [bytes]);
      for (const at of placesIn(bytes.length, FRAMED)) {
        const split = framesOf(framing, [bytes.subarray(0, at), bytes.subarray(at)]);
        if (split !== whole) expect(split, `${id} cut at ${at}`).toBe(whole);
      }
      expect(
        framesOf(
          framing,
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
        ),
        `${id} byte by byte`,
      ).toBe(whole);
    }
  });
});

function framesOf(framing: typeof sseFraming, chunks: readonly Uint8Array[]): string {
  let frames = "";
  const frame = framing((data, event) => {
    frames += `${event}\n${data}\n\n`;
  });
  for (const chunk of chunks) frame.push(chunk);
  frame.end();
  return frames;
}

function translated(provider: string, client: string, chunks: readonly Uint8Array[]): string {
  const stream = createBridge({ client, provider }).stream();
  return chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
}

function piecesOf(bytes: Uint8Array, length: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

function* placesIn(length: number, whole = WHOLE): Generator<number> {
  const step = length <= whole ? 1 : Math.ceil(length / PLACES);
  for (let at = 1; at < length; at += step) yield at;
}
