import fc from "fast-check";
import { runs } from "../../../../test/support/extent.ts";
import { JsonError } from "../../src/json/index.ts";
import type { Json } from "../../src/model/json.ts";

export const RUNS = runs(500);

export function errorOf(run: () => unknown): JsonError {
  try {
    run();
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

export function nested(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

const lexemes = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.integer().map(String),
  fc.constantFrom("0", "-0", "0.0", "-0.0", "1.0", "1.10", "1E5", "1e5", "15e0", "150e-1", "1e-7", "1e21", "1e400"),
  fc.constantFrom("4.99999999999999999999", "0.000001", "0.0000001", "9007199254740993", "123456789012.50000001"),
  fc
    .tuple(
      fc.constantFrom("", "-"),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.stringMatching(/^(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/),
    )
    .map(([sign, whole, rest]) => sign + whole + rest),
);

const spaces = fc.constantFrom("", "", "", " ", "\n  ", "\t\r\n");
export const keys = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor", "toJSON", "0", "7", 'q"', "back\\"),
  fc.string(),
);
const strings = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(': 1.0, "', "[1.10]", '{"a": 1E5}', ":1.0,", "\ud800", "10:45"),
);

// Valid texts of every style: odd spaces, odd numbers, duplicate keys, JSON inside of strings.
export const texts: fc.Arbitrary<string> = fc.letrec<{ text: string; array: string; object: string }>((tie) => ({
  text: fc
    .tuple(
      spaces,
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.oneof(
          lexemes,
          strings.map((text) => JSON.stringify(text)),
          fc.constantFrom("true", "false", "null"),
        ),
        tie("array"),
        tie("object"),
      ),
      spaces,
    )
    .map((parts) => parts.join("")),
  array: fc.array(tie("text")).map((items) => `[${items.join(",")}]`),
  object: fc
    .array(fc.tuple(spaces, keys, spaces, tie("text")))
    .map((members) => members.map(([a, key, b, value]) => `${a}${JSON.stringify(key)}${b}:${value}`))
    .map((members) => `{${members.length === 0 ? "" : members.join(",")}}`),
})).text;
