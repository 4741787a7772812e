import { expect, it } from "vitest";
import { keywords } from "../src/schema/keywords/index.ts";
import { isPlainKeyword } from "../src/schema/plain-keywords.ts";

/** Those that `plain-schema.ts` copies itself. */
const OWN = [
  ...["type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "oneOf", "allOf", "const"],
  ...["$defs", "definitions", "$ref", "propertyNames", "contains", "not", "if", "then", "else"],
];

const VALUES = [null, true, false, -1, 0, 0.5, 3, "", "a", "[", "^a$", [], ["a"], [{}], {}, { a: {} }, { a: ["b"] }];

it.each(keywords.filter(({ name }) => !OWN.includes(name)))("says of $name what its own file says", (keyword) => {
  const { name, complex, subschemas, wellFormed } = keyword;
  for (const value of VALUES)
    expect(isPlainKeyword(name, value), JSON.stringify(value)).toBe(
      !complex && subschemas === undefined && wellFormed(value),
    );
});

it("takes a keyword that nothing is known of for an annotation", () => {
  expect(isPlainKeyword("x-order", 3)).toBe(true);
});
