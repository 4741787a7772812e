import { type Json, LosslessNumber, parseJson, stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import type { Fields } from "./dialects.ts";

/** Texts as people and models write them, and unusual ones. */
const ODD = [
  "",
  " ",
  "\n",
  "héé",
  "日本語",
  "👩‍👩‍👧",
  "a\u0000b",
  "\u2028",
  '"quoted"',
  "</system>",
  "{}",
  "null",
  "[Error] no",
  "\t x \n",
];

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 8 }).map((piece) => `${piece} `.repeat(500)) },
);

/** A text that says something. */
export const nonBlankText: fc.Arbitrary<string> = text.map((value) => (value.trim() === "" ? `said ${value}` : value));

const key: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom("a", "b", "city", "id", "é", "a/b", "x~y", "input", "text"),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  )
  .filter((name) => name !== "__proto__");

const number: fc.Arbitrary<Json> = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 90n }).map((value) => exact(String(value))),
  fc.constantFrom("1.0", "1e400", "-0", "0.10", "12345678901234567890").map(exact),
);

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      number,
      text.map((each) => each.slice(0, 40)),
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** Any JSON value, with numbers that only a lossless reader keeps. */
export const json: fc.Arbitrary<Json> = value;

/** The arguments of a call: an object. */
export const object: fc.Arbitrary<Fields> = fc
  .array(fc.tuple(key, value), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));

/** The same JSON, for two texts or values that mean the same to the digit. */
export function canonicalJson(value: Json): string {
  if (value instanceof LosslessNumber || typeof value !== "object" || value === null) return stringifyJson(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value as Fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(",")}}`;
}

/** What a text of JSON means; itself, marked, where it is none. */
export function canonicalJsonOf(source: string): string {
  try {
    return canonicalJson(parseJson(source));
  } catch {
    // What cannot be read can only be compared as it stands.
    return `raw:${source}`;
  }
}

function exact(lexeme: string): Json {
  return parseJson(lexeme);
}
