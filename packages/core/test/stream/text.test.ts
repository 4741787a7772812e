import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/support/extent.ts";
import { TextSource } from "../../src/stream/text.ts";
import { bytesOf, type Chunk, cutAt, cuts, everySplit } from "./chunks.ts";

const FIXTURE = "\ufeffaé€😀\u0000\ufffd\ufeffz漢字👩‍👩‍👧";
const INVALID: readonly (readonly number[])[] = [
  [0xff],
  [0x80, 0x80, 0x80, 0x80, 0x80],
  [0xc3, 0x28],
  [0xc0, 0xaf],
  [0xe2, 0x82, 0x61],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0xf0, 0x9f, 0x98, 0xe2, 0x82, 0xac],
  [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0xef, 0xbb, 0x41],
];

function read(chunks: Iterable<Chunk>): { text: string; replaced: boolean } {
  const source = new TextSource();
  let text = "";
  for (const chunk of chunks) text += source.push(chunk);
  text += source.end();
  return { text, replaced: source.replaced };
}

describe("TextSource", () => {
  it("gives the same text for every split of bytes and of strings", () => {
    const expected = { text: FIXTURE.slice(1), replaced: false };
    for (const chunks of everySplit(bytesOf(FIXTURE))) expect(read(chunks)).toEqual(expected);
    for (const chunks of everySplit(FIXTURE)) expect(read(chunks)).toEqual(expected);
  });

  it("replaces invalid bytes as a decoder of the whole would, for every split", () => {
    for (const bytes of INVALID) {
      const stream = new Uint8Array([0x61, ...bytes, 0x7a]);
      const expected = { text: new TextDecoder().decode(stream), replaced: true };
      for (const chunks of everySplit(stream)) expect(read(chunks)).toEqual(expected);
    }
  });

  it("decodes any bytes as a decoder of the whole does", () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    const likely = fc
      .array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0x9f, 0x98, 0xef, 0xbb))
      .map((list) => new Uint8Array(list));
    const streams = fc.oneof(bytes, likely).chain((stream) => fc.tuple(fc.constant(stream), cuts(stream.length)));
    const property = fc.property(streams, ([stream, places]) => {
      expect(read(cutAt(stream, places))).toEqual({
        text: new TextDecoder().decode(stream),
        replaced: !Buffer.from(Buffer.from(stream).toString("utf8")).equals(stream),
      });
    });
    fc.assert(property, { numRuns: runs(1000) });
  });

  it("does not take a U+FFFD of the stream for a replacement", () => {
    expect(read([bytesOf("\ufffd")])).toEqual({ text: "\ufffd", replaced: false });
  });

  it("replaces half a character at the end", () => {
    expect(read([new Uint8Array([0x61, 0xf0, 0x9f])])).toEqual({ text: "a\ufffd", replaced: true });
  });

  it("holds half a pair of surrogates until the other half comes", () => {
    const source = new TextSource();
    expect(source.push("a\ud83d")).toBe("a");
    expect(source.push("")).toBe("");
    expect(source.push("\ude00b")).toBe("😀b");
    expect(source.end()).toBe("");
  });

  it("keeps a lone surrogate", () => {
    expect(read(["a\ud83d", "b"]).text).toBe("a\ud83db");
    expect(read(["a\ud83d", "\ud83d", "\ude00"]).text).toBe("a\ud83d😀");
    expect(read(["a\ude00", "\ud83d"]).text).toBe("a\ude00\ud83d");
  });

  it("takes strings and bytes in one stream, in order", () => {
    expect(read(["a", bytesOf("é"), "\ud83d", bytesOf("b"), "c"]).text).toBe("aé\ud83dbc");
    expect(read([new Uint8Array([0xe2, 0x82]), "x"])).toEqual({ text: "\ufffdx", replaced: true });
  });

  it("drops a byte order mark at the beginning only", () => {
    expect(read(["", "\ufeff", "\ufeffa"]).text).toBe("\ufeffa");
  });

  it("keeps no hold of memory that its owner uses again", () => {
    const source = new TextSource();
    const memory = Buffer.from([0x61, 0xe2, 0x82]);
    let text = source.push(memory);
    memory.fill(0x7a);
    text += source.push(new Uint8Array([0xac]));
    expect(text).toBe("a€");
  });
});
