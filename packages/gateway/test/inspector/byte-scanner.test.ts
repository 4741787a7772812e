import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteScanner } from "../../src/inspector/redact/byte-scanner.ts";

const encoder = new TextEncoder();

describe("the byte scanner", () => {
  it("finds what a search for each needle finds, wherever the search begins and ends", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "-"), maxLength: 60 });
    const needle = fc.string({ unit: fc.constantFrom("a", "b", "A", "-"), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(text, fc.uniqueArray(needle, { minLength: 1, maxLength: 4 }), fc.nat(60), (whole, needles, cut) => {
        const scanner = new ByteScanner(needles.map((each, id) => ({ bytes: encoder.encode(each), id })));
        const starts = new Set<number>();
        const onHit = (_: number, start: number) => {
          starts.add(start);
          return start;
        };
        scanner.scan(encoder.encode(whole), onHit, 0, cut);
        scanner.scan(encoder.encode(whole), onHit, cut);
        const expected = Array.from(whole, (_, at) => at).filter((at) =>
          needles.some((each) => whole.startsWith(each, at)),
        );
        expect([...starts].toSorted((one, other) => one - other)).toEqual(expected);
      }),
    );
  });
});
