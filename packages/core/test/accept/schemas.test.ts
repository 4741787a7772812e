import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { around, NAMES, object, targets, verdict } from "./targets.ts";

/**
 * A row for each schema of a property, a letter for each target in the order above:
 * chatStrict chat responses claudeStrict claude proto json ollama mcp executable.
 */
const PROPERTIES: readonly [string, Json][] = [
  ["..........", { type: "string" }],
  ["..........", { type: "integer", description: "d" }],
  [".........x", { type: "null" }],
  ["xxxxx...xx", { type: "STRING" }],
  ["xxxxxxx.xx", { type: "str" }],
  [".....x...x", { type: ["string", "null"] }],
  ["xxxxxxx.xx", { type: ["string", "any"] }],
  ["xxxxx.xxxx", { type: 3 }],
  ["w..x..ww.w", { type: "string", nullable: true }],
  ["x..x.x...x", {}],
  ["x..x.x...x", { description: "anything" }],
  ["x..x.xxxwx", true],
  ["xxxxxxxxxx", 7],
  ["..........", { type: "string", enum: ["a", "b"] }],
  [".....x....", { type: "integer", enum: [1, 2] }],
  [".....xx..x", { type: ["string", "null"], enum: ["a", null] }],
  ["w..x.xx..x", { enum: [{ a: 1 }] }],
  ["xxxxxxxxxx", { type: "string", enum: "a" }],
  [".....xww.w", { type: "string", const: "a" }],
  ["w..x.xww.x", { const: { a: 1 } }],
  [".........x", { anyOf: [{ type: "string" }, { type: "integer" }] }],
  [".....x...x", { anyOf: [{ type: "string" }, { type: "integer" }], description: "d" }],
  ["xxxxxxx.xx", { anyOf: [] }],
  ["xxxxxxxxxx", { anyOf: { type: "string" } }],
  ["x..x.x.w.x", { oneOf: [{ type: "string" }, { type: "integer" }] }],
  ["x....xww.x", { allOf: [{ type: "string" }] }],
  ["x..x.xww.x", { type: "string", not: { const: "a" } }],
  ["x..x.xww.x", { type: "string", if: { const: "a" }, then: { minLength: 1 }, else: { maxLength: 1 } }],
  ["...x.xww.w", { type: "string", $comment: "c" }],
  [".......w.w", { type: "string", title: "t" }],
  ["x....xww.x", { type: "string", default: "a" }],
  ["...x.xww.w", { type: "string", examples: ["a"] }],
  ["w..x..ww.w", { type: "string", example: "a" }],
  [".......w.x", { type: "string", format: "date-time" }],
  [".....x.w.x", { type: "string", format: "email" }],
  ["x....x.w.x", { type: "string", format: "uri" }],
  ["x..x...w.x", { type: "integer", format: "int64" }],
  ["xxxxxxxwxx", { type: "string", format: 5 }],
  ["......ww.x", { type: "string", pattern: "^a+$" }],
  ["x..x..ww.x", { type: "string", pattern: "^(?!b)a$" }],
  ["...x..ww.x", { type: "string", pattern: "(a)\\1" }],
  ["xxxxxxwwxx", { type: "string", pattern: 5 }],
  ["...x..ww.w", { type: "string", minLength: 1, maxLength: 5 }],
  ["xxxxxxwwxw", { type: "string", minLength: -1 }],
  ["...x...w.w", { type: "number", minimum: 0, maximum: 5 }],
  ["xxxxxxxwxw", { type: "number", minimum: "0" }],
  ["...x.xww.w", { type: "number", exclusiveMinimum: 0 }],
  ["xxxxxxwwxw", { type: "number", minimum: 0, exclusiveMinimum: true }],
  ["...x.xww.w", { type: "number", multipleOf: 2 }],
  ["xxxxxxwwxw", { type: "number", multipleOf: 0 }],
  ["..........", { type: "array", items: { type: "string" } }],
  ["xxx..x...w", { type: "array" }],
  ["xxx..x...x", { type: ["array", "null"] }],
  ["xxxxxxx.xx", { type: "array", items: [{ type: "string" }] }],
  [".....x...x", { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } }],
  ["x..x.x.w.w", { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } }],
  [".......w.w", { type: "array", items: { type: "string" }, minItems: 1 }],
  ["...x...w.w", { type: "array", items: { type: "string" }, minItems: 2 }],
  ["...x...w.w", { type: "array", items: { type: "string" }, maxItems: 2 }],
  ["x..x.xww.w", { type: "array", items: { type: "string" }, uniqueItems: true }],
  [
    "x..x.xww.w",
    { type: "array", items: { type: "string" }, contains: { type: "string" }, minContains: 1, maxContains: 2 },
  ],
  [".....x....", { type: "string", items: { type: "string" } }],
  [".....x.w.x", object],
  ["x..x......", { type: "object", properties: { a: { type: "string" } }, required: ["a"] }],
  [
    "x..x.x.w.x",
    { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: true },
  ],
  ["x..x.x.w.x", { type: "object", additionalProperties: { type: "string" } }],
  ["x....x.w.x", { ...object, required: [] }],
  ["xwxw.x.w.x", { ...object, required: ["a", "b"] }],
  ["xxxxxxxxxx", { ...object, required: true }],
  ["...xxx.w.x", { ...object, properties: { "a b": { type: "string" } }, required: ["a b"] }],
  [".....x.w.x", { ...object, properties: { "a-b": { type: "string" } }, required: ["a-b"] }],
  [".....x.w.x", { type: "object", properties: {}, additionalProperties: false }],
  ["xxxxxxxxxx", { ...object, properties: [] }],
  ["x..x.xxxwx", { ...object, properties: { a: true } }],
  [
    "...xxx.w.x",
    { ...object, properties: { format: { type: "string" }, $ref: { type: "string" } }, required: ["format", "$ref"] },
  ],
  ["x..x.xww.x", { ...object, patternProperties: { a: { type: "string" } } }],
  ["x..x.xww.x", { ...object, propertyNames: { pattern: "a" } }],
  ["x..x.xww.x", { ...object, dependentRequired: { a: ["a"] } }],
  ["x..x.xww.x", { ...object, dependencies: { a: ["a"] } }],
  ["x..x.xww.x", { ...object, unevaluatedProperties: false }],
  ["x..x.xww.x", { ...object, minProperties: 1, maxProperties: 2 }],
  ["w..w.x.w.x", { ...object, propertyOrdering: ["a"] }],
  ["...x.xww.w", { type: "string", readOnly: true }],
  ["w..x.xww.w", { type: "string", deprecated: true }],
  ["w..x.xww.w", { type: "string", "x-mine": 1 }],
  ["x..x.xww.w", { type: "string", contentEncoding: "base64" }],
  ["x....x.w.w", { type: "string", $id: "urn:a" }],
  ["x..x.x.w.w", { type: "string", $anchor: "a" }],
  ["x..x.xww.x", { $dynamicRef: "#a" }],
];

/** The same for schemas that stand alone. */
const WHOLES: readonly [string, Json][] = [
  ["xxxxxxx.xx", { properties: {} }],
  ["xwwx...w.x", { type: "object" }],
  ["x..x......", { type: "object", properties: {} }],
  ["xxxxxxxxxx", { type: ["object", "null"], properties: {} }],
  ["xxxxxxxwxx", { type: "string" }],
  ["xxxxxxxwxx", {}],
  ["xxxxxxxxxx", true],
  ["xx.xx...xx", null],
  ["xxxxxxxxxx", []],
  ["xxxx.xxwxx", { type: "object", properties: null, required: null }],
  ["xxxxxxxw.x", { type: "object", properties: {}, anyOf: [{ required: [] }] }],
  ["xxxxxxxw.x", { type: "object", properties: {}, oneOf: [{ required: [] }] }],
  ["xxxxxxxw.x", { type: "object", properties: {}, allOf: [{ required: [] }] }],
  ["xxxx.xww.x", { type: "object", properties: {}, not: { required: ["a"] } }],
  ["xxxx.xxw..", { type: "object", properties: {}, enum: [{}] }],
  ["xxxx.xww.w", { type: "object", properties: {}, const: {} }],
  [".....x.w.x", { type: "object", properties: {}, additionalProperties: false }],
  ["x..x.x.w.w", { type: "object", properties: {}, $schema: "https://json-schema.org/draft/2020-12/schema" }],
  ["x..x.x.w.w", { type: "object", properties: {}, $id: "urn:a" }],
  ["x..x...w.w", { type: "object", properties: {}, description: "d", title: "t" }],
  ["xxxxxxxwxx", { $ref: "#/$defs/A", $defs: { A: object } }],
  [".....x.w.x", { ...object, properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { type: "string" } } }],
  [".....x.w.x", { ...object, properties: { a: { $ref: "#/definitions/A" } }, definitions: { A: { type: "string" } } }],
  [
    "x....xxw.x",
    { ...object, properties: { a: { $ref: "#/$defs/A", description: "d" } }, $defs: { A: { type: "string" } } },
  ],
  ["xxxxwxxwxx", { ...object, properties: { a: { $ref: "#/$defs/B" } }, $defs: { A: { type: "string" } } }],
  ["xwwxwxxwxx", { ...object, properties: { a: { $ref: "https://example.com/a.json" } } }],
  ["xxxxwxxwxx", { ...object, properties: { a: { $ref: "#/$defs/%" } } }],
  [
    "x..x.xww.x",
    { ...object, properties: { a: { allOf: [{ $ref: "#/$defs/A" }] } }, $defs: { A: { type: "string" } } },
  ],
  ["...x.xxw.x", { ...object, properties: { a: { $ref: "#" } } }],
  ["x..x.x.w.x", { ...object, properties: { a: { $ref: "#" } }, required: [] }],
  ["...x.xxw.x", { ...object, properties: { a: { type: "array", items: { $ref: "#" } } } }],
  [
    "...x.xxw.x",
    {
      ...object,
      properties: { a: { $ref: "#/$defs/A" } },
      $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } },
    },
  ],
  [
    ".....x.w.x",
    {
      ...object,
      properties: { a: { $ref: "#/$defs/A" } },
      $defs: { A: { type: "string" }, B: { ...object, properties: { a: { $ref: "#" } } } },
    },
  ],
];

describe("a property's schema", () => {
  it.each(PROPERTIES)("%s %j", (expected, property) => {
    expect(NAMES.map((name) => verdict(targets[name](around(name, property)))).join("")).toBe(expected);
  });
});

describe("a whole schema", () => {
  it.each(WHOLES)("%s %j", (expected, schema) => {
    expect(NAMES.map((name) => verdict(targets[name](schema))).join("")).toBe(expected);
  });
});

describe("a required property", () => {
  const branch = { properties: { b: { type: "string" } }, required: ["b"] };
  it.each<[string, Json]>([
    ["allOf", [branch]],
    ["anyOf", [branch]],
    ["oneOf", [branch]],
    ["if", branch],
    ["dependentSchemas", { a: branch }],
    ["dependencies", { a: branch }],
  ])("may be declared in %s", (keyword, value) => {
    const property = { ...object, required: ["a", "b"], [keyword]: value };
    const rules = targets.chat(around("chat", property)).map(({ rule }) => rule);
    expect(rules).not.toContain("required-undeclared");
  });
});
