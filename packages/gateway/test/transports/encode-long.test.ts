import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeLong } from "../../src/transports/node/encode-long.ts";

const TEXT = fc.string({ unit: fc.constantFrom("a", "é", "€", "\ud83d", "😀", "\0"), minLength: 1, maxLength: 20 });

describe("a text that a client is sent", () => {
  it("is encoded if it is long, whatever its characters", () => {
    fc.assert(
      fc.property(TEXT, fc.integer({ min: 2048, max: 4000 }), (text, count) => {
        const long = text.repeat(count);
        expect(Buffer.from(encodeLong(long)).equals(Buffer.from(long))).toBe(true);
      }),
      { numRuns: 50 },
    );
    expect(encodeLong("a".repeat(4000))).toBeInstanceOf(Uint8Array);
  });

  it("keeps its bytes when others are encoded", () => {
    const first = encodeLong("a".repeat(4000));
    encodeLong("b".repeat(4000));
    expect(Buffer.from(first).toString()).toBe("a".repeat(4000));
  });

  it("is left as it is if it is short or very long", () => {
    for (const text of ["short", "é".repeat(200_000)]) expect(encodeLong(text)).toBe(text);
  });
});
