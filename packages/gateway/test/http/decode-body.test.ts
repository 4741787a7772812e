import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBody } from "../../src/http/decode-body.ts";

const reference = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Characters of one to four bytes, and the byte order mark. */
const characters = fc.constantFrom("\0", "a", "\x7f", "é", "—", "\uffff", "\ufeff", "😀");
/** Long texts: characters anywhere in runs of ASCII, and runs of them. */
const runs = fc
  .array(fc.tuple(fc.nat(1500), characters, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 60 })
  .map((parts) => parts.map(([length, character, times]) => "x".repeat(length) + character.repeat(times)).join(""));

function asResult(decode: (bytes: Uint8Array) => string, bytes: Uint8Array): string {
  try {
    return decode(bytes);
  } catch (error) {
    return `throws ${(error as Error).name}`;
  }
}

/** The bytes at an offset in their buffer: a part of a larger chunk need not be aligned. */
function atOffset(bytes: Uint8Array, offset: number): Uint8Array {
  const buffer = new Uint8Array(bytes.length + offset);
  buffer.set(bytes, offset);
  return buffer.subarray(offset);
}

describe("decodeBody", () => {
  it("decodes each text as a whole decoder does", () => {
    fc.assert(
      fc.property(runs, fc.nat(3), (text, offset) => {
        const bytes = atOffset(new TextEncoder().encode(text), offset);
        // The second time, the body before it was like this one.
        for (const _ of [1, 2]) expect(decodeBody(bytes)).toBe(text);
      }),
    );
  });

  it("throws for the bytes for which a whole decoder throws", () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0x80, 0xbf, 0xc0, 0xe2, 0xed, 0xf4, 0xff)), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(runs, fc.nat(3), damage, (text, offset, places) => {
        const bytes = atOffset(new TextEncoder().encode(`${text}—${"x".repeat(9000)}—`), offset);
        for (const [place, byte] of places) bytes[place % bytes.length] = byte;
        const whole = asResult((all) => reference.decode(all), bytes);
        for (const _ of [1, 2]) expect(asResult(decodeBody, bytes)).toBe(whole);
      }),
    );
  });

  it("decodes texts without ASCII, and bodies that end in half a character", () => {
    const bytes = new TextEncoder().encode("漢字".repeat(5000));
    for (const _ of [1, 2]) expect(decodeBody(bytes)).toBe("漢字".repeat(5000));
    for (let cut = 1; cut <= 2; cut++)
      expect(() => decodeBody(bytes.subarray(0, bytes.length - cut))).toThrow(TypeError);
  });
});
