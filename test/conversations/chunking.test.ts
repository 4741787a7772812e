import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS, haveTraffic, streams } from "./recorded.ts";

/** The ordinary run tries streams of up to this many characters at every place, and longer ones at some. */
const WHOLE = process.env.LAWS_SAMPLE === "all" ? Number.POSITIVE_INFINITY : 1_000;
const PLACES = 24;

/** Laws 5 and 6: the same bytes in give the same bytes out, wherever they are cut. */
describe.skipIf(!haveTraffic)("chunking does not matter", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      it(`to streams of ${from} for clients of ${to}`, () => {
        for (const { id, body } of streams.filter(({ dialect }) => dialect === from)) {
          const bytes = new TextEncoder().encode(body);
          const whole = translated(from, to, [bytes]);
          expect(translated(from, to, [bytes]), id).toBe(whole);
          for (const at of placesIn(bytes.length)) {
            const split = translated(from, to, [bytes.subarray(0, at), bytes.subarray(at)]);
            if (split !== whole) expect(split, `${id} cut at ${at}`).toBe(whole);
          }
        }
      });
    }
  }
});

function translated(provider: string, client: string, chunks: readonly Uint8Array[]): string {
  const stream = createBridge({ client, provider }).stream();
  return chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
}

function* placesIn(length: number): Generator<number> {
  const step = length <= WHOLE ? 1 : Math.ceil(length / PLACES);
  for (let at = 1; at < length; at += step) yield at;
}
