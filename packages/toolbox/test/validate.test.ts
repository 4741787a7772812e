import { type Json, type JsonSchema, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { inspect, validate } from "../src/validate.ts";

const object = (properties: object, more: object = {}): JsonSchema =>
  ({ type: "object", properties, ...more }) as JsonSchema;

describe("the message for a model", () => {
  it.each<[string, JsonSchema, Json, string]>([
    ["a wrong type", object({ n: { type: "integer" } }), { n: "one" }, 'n: expected an integer, got "one"'],
    [
      "one of several types",
      object({ n: { type: ["string", "null"] } }),
      { n: 1 },
      "n: expected a string or null, got 1",
    ],
    ["a missing field", object({ a: {} }, { required: ["a", "b"] }), { a: 1 }, "b: required, but missing"],
    [
      "a misspelt field",
      object({ path: {} }, { additionalProperties: false }),
      { pth: 1 },
      "pth: unknown field; did you mean path?",
    ],
    [
      "a field that is not known",
      object({ path: {}, mode: {} }, { additionalProperties: false }),
      { colour: 1 },
      "colour: unknown field; known: path, mode",
    ],
    ["a word of a list", object({ f: { enum: ["json", "text"] } }), { f: "xml" }, 'f: expected one of "json", "text"'],
    [
      "a place in a list",
      object({ a: { type: "array", items: { minimum: 3 } } }),
      { a: [4, 1] },
      "a[1]: expected at least 3, got 1",
    ],
    [
      "either form",
      object({ a: { anyOf: [{ type: "string" }, { type: "null" }] } }),
      { a: 1 },
      "a: expected a string or null, got 1",
    ],
    [
      "a pattern",
      object({ a: { pattern: "^\\d+$" } }),
      { a: "x" },
      'a: expected text that matches "^\\\\d+$", got "x"',
    ],
    [
      "a length",
      object({ a: { minLength: 3, pattern: "b" } }),
      { a: "a" },
      'a: expected text that matches "b" and at least 3 characters, got "a"',
    ],
    ["no object at all", object({}), [1], "the arguments: expected an object, got [1]"],
    [
      "through a reference",
      { $ref: "#/$defs/a", $defs: { a: { type: "object", required: ["x"] } } },
      {},
      "x: required, but missing",
    ],
    [
      "deep inside",
      object({ a: object({ b: { const: 5 } }) as Json as object }),
      { a: { b: 6 } },
      "a.b: expected 5, got 6",
    ],
  ])("names %s", (_, schema, value, text) => {
    expect(validate(value, schema)).toContain(`the arguments do not match the tool's schema: ${text}`);
  });

  it("names ten problems and counts the others", () => {
    const value = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`field${index}`, 1]));
    const reported = validate(value, object({}, { additionalProperties: { type: "string" } })) ?? "";
    expect(reported.split("; ")).toHaveLength(11);
    expect(reported).toMatch(/; and 5 more$/);
  });

  it("repeats no more of a long value than is needed", () => {
    expect(validate({ a: "x".repeat(10_000) }, object({ a: { type: "integer" } }))?.length).toBeLessThan(250);
  });
});

describe("numbers that a double cannot hold", () => {
  const big = parseJson('{"n":12345678901234567890,"f":1.0,"h":1e400}');

  it("are numbers and integers", () => {
    const integer = { type: "integer", minimum: 1 };
    expect(validate(big, object({ n: integer, f: integer, h: integer }))).toBeUndefined();
  });

  it("are reported with all digits", () => {
    expect(validate(big, object({ n: { type: "string" } }))).toContain("got 12345678901234567890");
  });

  it("are not taken for one another", () => {
    const value = parseJson('{"ids":[9007199254740992,9007199254740993]}');
    const { problems, notes } = inspect(value, object({ ids: { type: "array", uniqueItems: true } }));
    expect(problems).toEqual([]);
    expect(notes).toEqual(['"uniqueItems" is not checked: the value is too large']);
  });

  it("may stand in the schema as well", () => {
    const schema = parseJson('{"type":"object","properties":{"n":{"minimum":1.0,"enum":[12345678901234567890]}}}');
    expect(validate(big, schema as JsonSchema)).toBeUndefined();
  });
});

describe("foreign patterns", () => {
  it("take no longer for being malicious", () => {
    const value = { a: `${"a".repeat(50_000)}!` };
    expect(validate(value, object({ a: { pattern: "^(a+)+$" } }))).toContain("text that matches");
  });

  it("apply where they stand and nowhere else", () => {
    const schema = object({ a: { anyOf: [{ pattern: "^x" }, { not: { pattern: "y$" } }] }, b: { pattern: "^b" } });
    expect(validate({ a: "xy", b: "b" }, schema)).toBeUndefined();
    expect(validate({ a: "z", b: "b" }, schema)).toBeUndefined();
    expect(validate({ a: "zy", b: "b" }, schema)).toBeDefined();
    expect(validate({ a: 5, b: 5 }, object({ a: { pattern: "x" } }))).toBeUndefined();
  });

  it("apply to properties in addition to those with a name", () => {
    const schema = object(
      { x_a: { minimum: 1 } },
      { patternProperties: { "^x_": { type: "integer" } }, additionalProperties: false },
    );
    expect(validate({ x_a: 1, x_b: 2 }, schema)).toBeUndefined();
    expect(validate({ x_a: 1.5 }, schema)).toContain("x_a: expected an integer");
    expect(validate({ x_a: 0 }, schema)).toContain("x_a: expected at least 1");
    expect(validate({ y: 1 }, schema)).toContain("y: unknown field");
  });

  it("hold for names of properties", () => {
    const schema = object({}, { propertyNames: { pattern: "^[a-z]+$" } });
    expect(validate({ ab: 1 }, schema)).toBeUndefined();
    expect(validate({ AB: 1 }, schema)).toContain('text that matches "^[a-z]+$"');
  });

  it.each(["(?=a)b", "(a)\\1", "(?<!a)b", "(", "x{0,5000}"])("that are not supported are noted: %s", (pattern) => {
    const { problems, notes } = inspect({ a: "z" }, object({ a: { pattern } }));
    expect(problems).toEqual([]);
    expect(notes).toEqual([`the pattern ${JSON.stringify(pattern)} is not checked: its syntax is not supported`]);
  });

  it("that are not supported refuse no property", () => {
    const schema = object({}, { patternProperties: { "(?=a)": {} }, additionalProperties: false });
    expect(validate({ b: 1 }, schema)).toBeUndefined();
  });

  it("are not checked if they would take too long", () => {
    const patterns = Array.from({ length: 100 }, (_, index) => ({ pattern: `(x{0,30}){0,30}${index}` }));
    const { notes } = inspect({ a: "x".repeat(100_000) }, object({ a: { anyOf: patterns } }));
    expect(notes.join()).toContain("it would take too long");
  });
});

describe("untrusted schemas", () => {
  it("are read by their own draft", () => {
    const schema = { $ref: "#/definitions/a", type: "string", definitions: { a: { type: "object" } } };
    expect(validate({}, schema)).toContain("expected a string");
    expect(validate({}, { ...schema, $schema: "http://json-schema.org/draft-07/schema#" })).toBeUndefined();
  });

  it("are never fetched", () => {
    const { problems, notes } = inspect({ a: 1 }, object({ a: { $ref: "http://127.0.0.1:1/schema.json" } }));
    expect(problems).toEqual([]);
    expect(notes).toEqual(['the reference "http://127.0.0.1:1/schema.json" is not checked: its target does not exist']);
  });

  it("may refer to what is no keyword", () => {
    const schema = { $ref: "#/components/schemas/Pet", components: { schemas: { Pet: { required: ["name"] } } } };
    expect(validate({}, schema)).toContain("name: required, but missing");
  });

  it("are bounded where they double at each step", () => {
    const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
    const $defs = Object.fromEntries(
      names.map((name, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [name, index === 39 ? { type: "object" } : { allOf: [next, next] }];
      }),
    );
    expect(validate({}, { $ref: "#/$defs/d0", $defs })).toContain("takes too long to check");
  });

  it("are bounded where they lead back to themselves", () => {
    expect(validate({}, { $ref: "#" })).toContain("takes too long to check");
  });

  it("may be recursive without a cycle of references", () => {
    const schema = object({ child: { $ref: "#" }, n: { type: "integer" } });
    expect(validate({ child: { child: { n: 1 } } }, schema)).toBeUndefined();
    expect(validate({ child: { child: { n: "1" } } }, schema)).toContain("child.child.n: expected an integer");
  });

  it("may hold values of many items", () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => index);
    const schema = object({ a: { type: "array", items: { type: "integer" }, uniqueItems: true } });
    expect(validate({ a: numbers }, schema)).toBeUndefined();
    expect(validate({ a: numbers.map(String) }, schema)).toContain('a[0]: expected an integer, got "0"');
  });

  it.each<[string, JsonSchema]>([
    ["a list that is none", { required: true, enum: "x" } as unknown as JsonSchema],
    ["properties that are none", { properties: { a: null, b: 5 } } as unknown as JsonSchema],
    ["a number that is none", { properties: { a: { minimum: "1" } } } as unknown as JsonSchema],
    ["an address that is none", { $id: "http://[", $ref: "http://[" }],
  ])("do no harm with %s", (_, schema) => {
    const { problems, notes } = inspect({ a: 1 }, schema);
    expect(problems).toEqual([]);
    expect(notes).not.toEqual([]);
  });

  it("are left as they are", () => {
    const schema = object({ a: Object.freeze({ $ref: "#", pattern: "x" }) });
    const before = JSON.stringify(schema);
    validate({ a: {} }, Object.freeze(schema) as JsonSchema);
    expect(JSON.stringify(schema)).toBe(before);
    expect(Object.getOwnPropertyNames(schema)).toEqual(["type", "properties"]);
  });

  it("are not fooled by names that objects inherit", () => {
    const value = parseJson('{"__proto__":{"a":1}}');
    expect(validate({}, object({}, { required: ["__proto__"] }))).toContain("__proto__: required, but missing");
    expect(validate({}, object({}, { required: ["toString"] }))).toContain("toString: required, but missing");
    expect(validate(value, object({}, { required: ["__proto__"] }))).toBeUndefined();
    const schema = parseJson('{"properties":{"__proto__":{"required":["b"]}}}') as JsonSchema;
    expect(validate(value, schema)).toContain("__proto__.b: required, but missing");
  });
});
