import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { around, CLOSED, NAMES, object, type TargetName, targets, verdict } from "./targets.ts";

describe("a problem", () => {
  it("has a path, a rule and the provider's message", () => {
    expect(targets.chatStrict(around("chatStrict", { type: "string", format: "uri" }))).toEqual([
      {
        path: "/0/function/parameters/properties/x/format",
        rule: "unsupported-format",
        message: "'uri' is not a valid format; say it in the description.",
        severity: "error",
      },
    ]);
  });

  it.each<[TargetName, Json, string, string]>([
    ["chatStrict", { type: "string", oneOf: [] }, "unsupported-keyword", "/oneOf"],
    ["chatStrict", { ...object, required: [] }, "optional-property", "/properties/a"],
    ["chatStrict", { ...object, required: ["a", "b"] }, "required-undeclared", "/required/1"],
    ["chatStrict", { type: "object" }, "open-object", ""],
    ["chatStrict", { ...object, additionalProperties: true }, "open-object", "/additionalProperties"],
    ["chat", { type: "array" }, "array-without-items", ""],
    ["chat", { type: ["string", "any"] }, "malformed-keyword", "/type"],
    ["claude", { ...object, properties: { "a/b": {} } }, "property-name", "/properties/a~1b"],
    ["claudeStrict", { type: "string", minLength: 1 }, "unsupported-keyword", "/minLength"],
    ["claudeStrict", { type: "string", pattern: "\\bx" }, "unsupported-pattern", "/pattern"],
    ["claudeStrict", { type: "string", pattern: "x{5000}" }, "unsupported-pattern", "/pattern"],
    ["claudeStrict", { type: "array", items: {}, minItems: 2 }, "unsupported-min-items", "/minItems"],
    ["proto", { type: ["string", "null"] }, "malformed-keyword", "/type"],
    ["proto", { type: "object", properties: {} }, "empty-object", ""],
    ["proto", { anyOf: [{ type: "string" }], description: "d" }, "anyof-not-alone", "/anyOf"],
    ["proto", { type: "string", const: "a" }, "unsupported-keyword", "/const"],
    ["json", { type: "string", const: "a" }, "ignored-keyword", "/const"],
    ["json", { type: "string", minLength: 1 }, "ignored-keyword", "/minLength"],
    ["ollama", { anyOf: [{ type: "string", format: "uri" }] }, "ignored-keyword", "/anyOf/0/format"],
    ["ollama", { type: "object", properties: { a: false } }, "boolean-schema", "/properties/a"],
    ["executable", { type: "string", $ref: "#" }, "unsupported-keyword", "/$ref"],
    ["executable", { type: "array", items: { type: "any" } }, "invalid-type", "/items/type"],
  ])("%s %j: %s at %s", (name, property, rule, below) => {
    const found = targets[name](around(name, property)).filter((problem) => problem.rule === rule);
    expect(found.map(({ path }) => path.split("/properties/x")[1])).toContain(below);
  });

  it.each(NAMES)("is not found in data or in the names of properties: %s", (name) => {
    const property = { type: "string", description: "d", enum: ["$ref"] };
    expect(targets[name](around(name, property))).toEqual([]);
    const named = { type: "object", properties: { format: property, required: property, type: property } };
    const closed = CLOSED.includes(name) ? { additionalProperties: false } : {};
    expect(targets[name]({ ...named, required: ["format", "required", "type"], ...closed })).toEqual([]);
  });

  it("in data is ignored", () => {
    const data = { type: 5, $ref: "nowhere", properties: { a: 1 } };
    const schema = { type: "object", default: data, examples: [data], const: data, enum: [data], properties: {} };
    expect(verdict(targets.claude({ type: "object", properties: { x: schema } }))).toBe(".");
  });
});

describe("unions", () => {
  it("warns about objects with the same first key, unless a constant distinguishes them", () => {
    const branch = (first: JsonObject): JsonObject => ({ ...object, properties: { a: { type: "string", ...first } } });
    const check = (...firsts: JsonObject[]): string =>
      verdict(targets.chatStrict(around("chatStrict", { anyOf: firsts.map(branch) })));
    expect(check({}, {})).toBe("w");
    expect(check({ const: "b" }, { const: "c" })).toBe(".");
    expect(check({ enum: ["b"] }, { enum: ["c"] })).toBe(".");
  });
});

describe("strict limits of one schema", () => {
  const strict = (properties: JsonObject): string =>
    verdict(
      targets.chatStrict({
        type: "object",
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      }),
    );
  const many = (count: number, schema: Json, prefix = "p"): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, schema]));
  const nested = (levels: number): JsonObject =>
    levels === 0 ? { type: "string" } : { ...object, properties: { a: nested(levels - 1) } };
  const values = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, index) => String(index).padEnd(length, "x"));

  it.each<[string, string, JsonObject]>([
    [".", "5,000 properties", many(5_000, { type: "string" })],
    ["x", "5,001 properties", many(5_001, { type: "string" })],
    [".", "10 levels", { a: nested(9) }],
    ["x", "11 levels", { a: nested(10) }],
    [".", "120,000 characters", { [`a${"x".repeat(119_998)}`]: { type: "string", const: "c" } }],
    ["x", "120,001 characters", { [`a${"x".repeat(119_998)}`]: { type: "string", const: "cc" } }],
    [".", "1,000 enum values", many(4, { type: "string", enum: values(250, 4) })],
    ["x", "1,001 enum values", many(7, { type: "string", enum: values(143, 4) })],
    [".", "15,000 characters in a long enum", { a: { type: "string", enum: values(300, 50) } }],
    ["x", "more characters in a long enum", { a: { type: "string", enum: values(300, 51) } }],
    [".", "more characters in a short enum", { a: { type: "string", enum: values(250, 61) } }],
  ])("%s %s", (expected, _title, properties) => {
    expect(strict(properties)).toBe(expected);
  });

  it.each<[string, string, JsonObject, readonly string[]]>([
    [".", "12 optional", many(12, { type: "string" }), []],
    ["x", "13 optional", many(13, { type: "string" }), []],
    [".", "15 unions", many(15, { type: ["string", "null"] }), Object.keys(many(15, {}))],
    ["x", "16 unions", many(16, { anyOf: [{ type: "string" }] }), Object.keys(many(16, {}))],
  ])("%s %s in one tool's grammar", (expected, _title, properties, required) => {
    const schema = { type: "object", properties, required, additionalProperties: false };
    expect(verdict(targets.claudeStrict(schema))).toBe(expected);
  });

  it("counts the target of a reference at each use", () => {
    const $defs = { A: { ...object, required: [] } };
    const use = (count: number): string => {
      const properties = many(count, { $ref: "#/$defs/A" });
      const required = Object.keys(properties);
      return verdict(
        targets.claudeStrict({ type: "object", properties, required, additionalProperties: false, $defs }),
      );
    };
    expect([use(12), use(13)]).toEqual([".", "x"]);
  });
});
