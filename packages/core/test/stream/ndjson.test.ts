import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { StreamError } from "../../src/stream/framing.ts";
import { ndjsonFraming } from "../../src/stream/ndjson.ts";
import { bytesOf, cutAt, cuts, dataOf, everySplit, framesOf, outcomeOf } from "./chunks.ts";
import { MANY } from "./many.ts";

const FIXTURE = '\ufeff{"a":"é€😀"}\n\r\n{"b":"\\uD83D\\uDE00\\n"}\r\n \t \n[1]\n"last"';
const FRAMES = ['{"a":"é€😀"}', '{"b":"\\uD83D\\uDE00\\n"}', "[1]", '"last"'].map((data) => ({ data }));

describe("ndjsonFraming", () => {
  it("gives the same lines for every split of bytes and of strings", () => {
    for (const chunks of everySplit(FIXTURE)) expect(framesOf(ndjsonFraming, chunks)).toEqual(FRAMES);
    for (const chunks of everySplit(bytesOf(FIXTURE))) expect(framesOf(ndjsonFraming, chunks)).toEqual(FRAMES);
  });

  it("gives any JSON back for random splits", () => {
    const streams = fc.array(fc.json()).chain((lines) => {
      const bytes = bytesOf(lines.join("\n"));
      return fc.tuple(
        fc.constant(lines),
        cuts(bytes.length).map((places) => cutAt(bytes, places)),
      );
    });
    const property = fc.property(streams, ([lines, chunks]) => {
      expect(dataOf(ndjsonFraming, chunks)).toEqual(lines.map((line) => new TextDecoder().decode(bytesOf(line))));
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("delivers a line with the chunk that ends it", () => {
    const seen: string[] = [];
    const framing = ndjsonFraming((data) => seen.push(data));
    framing.push('{"a"');
    framing.push(":1}\n{");
    expect(seen).toEqual(['{"a":1}']);
  });

  it("delivers a truncated line, so that it is noticed", () => {
    expect(dataOf(ndjsonFraming, ['{"a":1}\n{"b":'])).toEqual(['{"a":1}', '{"b":']);
  });

  it("refuses a line that is too long wherever the stream is cut", () => {
    const expected = { frames: [{ data: "1" }], failure: "a frame of the stream is longer than 8" };
    for (const rest of ["123456789", "123456789\n2\n"]) {
      for (const chunks of everySplit(`1\n${rest}`)) {
        expect(outcomeOf(ndjsonFraming, chunks, { maxLength: 8 })).toEqual(expected);
      }
    }
    expect(() => framesOf(ndjsonFraming, ["123"], { maxLength: 2 })).toThrow(StreamError);
    expect(framesOf(ndjsonFraming, ["12\n34"], { maxLength: 2 })).toEqual([{ data: "12" }, { data: "34" }]);
  });

  it("takes many lines in one chunk, and a long line one character at a time", () => {
    let count = 0;
    ndjsonFraming(() => count++).push("{}\n".repeat(MANY));
    expect(count).toBe(MANY);
    const line = `"${"x".repeat(1_048_576)}"`;
    expect(dataOf(ndjsonFraming, line)).toEqual([line]);
  });
});
