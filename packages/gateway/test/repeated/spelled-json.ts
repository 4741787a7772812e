import { isObject, type Json, LosslessNumber } from "@toolglot/core";
import fc from "fast-check";

/** One of the ways to write the same JSON. */
export interface Spelling {
  /** Between the members of objects and lists. */
  readonly space: string;
  readonly escapes: "none" | "non-ascii" | "slashes" | "first-letters";
  /** Writes the nth key of the text twice, the first time with `null`; 0 for none. */
  readonly twice: number;
}

/** Most texts are written in the usual way, and few have a key twice. */
export const spelling: fc.Arbitrary<Spelling> = fc.record({
  space: fc.constantFrom("", "", " ", "\n  "),
  escapes: fc.constantFrom("none", "none", "none", "non-ascii", "slashes", "first-letters"),
  twice: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) }),
});

/** A value as text. */
export function spell(value: Json, how: Spelling): string {
  return new Speller(how).write(value);
}

class Speller {
  private readonly how: Spelling;
  private keys = 0;

  constructor(how: Spelling) {
    this.how = how;
  }

  write(value: Json): string {
    if (value instanceof LosslessNumber) return String(value);
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return `[${this.members(value.map((item: Json) => this.write(item)))}]`;
    if (!isObject(value)) return JSON.stringify(value);
    return `{${this.members(Object.entries(value).flatMap(([key, each]) => this.member(key, each as Json)))}}`;
  }

  private members(written: readonly string[]): string {
    const { space } = this.how;
    return written.map((each) => space + each).join(",") + (written.length > 0 ? space : "");
  }

  private member(key: string, value: Json): string[] {
    const name = this.text(key);
    const before = ++this.keys === this.how.twice ? [`${name}:null`] : [];
    return [...before, `${name}:${this.how.space}${this.write(value)}`];
  }

  private text(value: string): string {
    const written = JSON.stringify(value);
    switch (this.how.escapes) {
      case "none":
        return written;
      case "non-ascii":
        return written.replace(/[\u0080-\uffff]/g, escaped);
      case "slashes":
        return written.replaceAll("/", "\\/");
      case "first-letters":
        return written.replace(/^"[A-Za-z]/, (start) => `"${escaped(start.slice(1))}`);
    }
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
