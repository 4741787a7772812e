import { expect, test } from "vitest";
import type { Json } from "./json.ts";
import { judge } from "./validate.ts";

test("reads an older $schema as draft 7, where a reference hides its siblings", () => {
  const schema = { $ref: "#/definitions/A", minLength: 3, definitions: { A: { type: "string" } } };
  expect(judge({ $schema: "http://json-schema.org/draft-07/schema#", ...schema }).valid("x")).toBe(true);
  expect(judge(schema).valid("x")).toBe(false);
});

const MALFORMED: Json[] = [
  { required: true },
  { properties: null },
  { enum: 5 },
  { $ref: "#/nowhere" },
  { $ref: "#" },
  { anyOf: {} },
];

test.each(MALFORMED)("reports that %j cannot be judged", (schema) => {
  expect(judge(schema).valid({})).toBeUndefined();
});

test("leaves out a pattern that could hang", () => {
  expect(judge({ type: "string", pattern: "^(a+)+$" }).valid(`${"a".repeat(40)}!`)).toBe(true);
});

test("keeps a property that is named pattern", () => {
  expect(judge({ properties: { pattern: { type: "integer" } } }).valid({ pattern: "(a+)+" })).toBe(false);
});

test("judges a frozen schema without marking it", () => {
  const schema = Object.freeze({ type: "string" });
  expect(judge(schema).valid("x")).toBe(true);
  expect(Object.getOwnPropertyNames(schema)).toEqual(["type"]);
});

test("sees an own __proto__ key", () => {
  expect(judge({ required: ["__proto__"] }).valid({})).toBe(false);
  expect(judge({ required: ["__proto__"] }).valid(JSON.parse('{"__proto__":1}'))).toBe(true);
});
