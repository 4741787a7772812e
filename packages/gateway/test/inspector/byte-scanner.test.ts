import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteScanner, wordsOf } from "../../src/inspector/redact/byte-scanner.ts";

const encoder = new TextEncoder();

describe("the byte scanner", () => {
  it("finds what a search for each needle finds, wherever the search begins and ends", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 });
    const needle = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 9 });
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(needle, { minLength: 1, maxLength: 4 }),
        fc.nat(60),
        fc.nat(7),
        (whole, needles, cut, offset) => {
          const scanner = new ByteScanner(needles.map((each, id) => ({ bytes: encoder.encode(each), id })));
          const starts = new Set<number>();
          const onHit = (_: number, start: number) => starts.add(start);
          const bytes = encoder.encode("-".repeat(offset) + whole).subarray(offset);
          const words = wordsOf(bytes);
          scanner.scan({ bytes, words, from: 0, to: cut }, onHit);
          scanner.scan({ bytes, words, from: cut, to: bytes.length }, onHit);
          const expected = Array.from(whole, (_, at) => at).filter((at) =>
            needles.some((each) => whole.startsWith(each, at)),
          );
          expect([...starts].toSorted((one, other) => one - other)).toEqual(expected);
        },
      ),
    );
  });
});
