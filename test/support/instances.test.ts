import { expect, test } from "vitest";
import { sampleTools } from "./corpus.ts";
import { instances } from "./instances.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { judge } from "./validate.ts";

const many = (schema: Json, count = 40) => instances(schema, { seed: "test", count });

test("makes the same instances from the same seed", () => {
  const { tool } = sampleTools().find(({ id }) => id === "own-maps") as { tool: JsonObject };
  const once = instances(tool.inputSchema as Json, { seed: "a", count: 9 });
  expect(instances(tool.inputSchema as Json, { seed: "a", count: 9 })).toEqual(once);
  expect(instances(tool.inputSchema as Json, { seed: "b", count: 9 })).not.toEqual(once);
});

const SATISFIABLE: Json[] = [
  true,
  {},
  { type: ["string", "null"], minLength: 2 },
  { type: "integer", minimum: 3, exclusiveMaximum: 5 },
  { type: "number", multipleOf: 0.25, minimum: 0, maximum: 1 },
  { type: "object", minProperties: 2, additionalProperties: { type: "integer" } },
  { type: "object", patternProperties: { "^a": { type: "string" } }, additionalProperties: false, minProperties: 1 },
  { type: "object", propertyNames: { pattern: "^[a-z]+$" }, minProperties: 1 },
  { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 3 },
  { type: "array", contains: { const: 7 } },
  { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 2 },
  { allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { a: { maxLength: 3 } } }] },
  {
    oneOf: [
      { type: "integer", multipleOf: 2 },
      { type: "integer", multipleOf: 3 },
    ],
  },
  { $ref: "#/$defs/Tree", $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } } } } },
  { $ref: "#a", $defs: { A: { $anchor: "a", type: "boolean" } } },
  { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }], additionalItems: false },
  { type: "object", if: { required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } },
  { type: "object", properties: { a: {}, b: {} }, dependentRequired: { a: ["b"] }, required: ["a"] },
];

test.each(SATISFIABLE)("finds valid instances of %j", (schema) => {
  const found = many(schema, 5);
  expect(found.length).toBeGreaterThan(0);
  for (const value of found) expect(judge(schema).valid(value)).toBe(true);
});

test.each([false, { enum: [] }, { type: "dict" }, { $ref: "#" }, { type: "string", enum: [1] }])(
  "finds none of %j",
  (schema) => {
    expect(many(schema, 3)).toEqual([]);
  },
);

test("adds keys that were not named only where additionalProperties allows it", () => {
  const keys = (schema: JsonObject) =>
    new Set(many(schema).flatMap((value) => (isObject(value) ? Object.keys(value) : [])));
  const properties = { a: { type: "string" } };
  expect(keys({ type: "object", properties })).toEqual(new Set(["a"]));
  expect(keys({ type: "object", properties: {} })).toEqual(new Set());
  expect(keys({ type: "object", properties, additionalProperties: true }).size).toBeGreaterThan(3);
  expect(keys({ type: "object" })).toContain("__proto__");
});

test("goes to both ends, leaves out what is optional, and puts it in", () => {
  const properties = {
    a: { type: "string", maxLength: 9 },
    b: { type: "integer", minimum: 3 },
    c: { type: "array", items: { type: "null" } },
  };
  const [high, low, none] = many({ type: "object", properties });
  expect(high).toEqual({ a: "long long", b: 1e17, c: Array(12).fill(null) });
  expect(low).toEqual({ a: "", b: 3, c: [] });
  expect(none).toEqual({});
});

test("comes to an end on a definition that calls itself often", () => {
  const node = {
    type: "object",
    properties: Object.fromEntries(["a", "b", "c", "d"].map((key) => [key, { $ref: "#" }])),
  };
  expect(many({ ...node }, 3).length).toBeGreaterThan(0);
});

test("gives up on what requires itself", () => {
  expect(many({ type: "object", properties: { a: { $ref: "#" }, b: { $ref: "#" } }, required: ["a", "b"] }, 3)).toEqual(
    [],
  );
});

test("finds instances of every tool of the sample that has any", () => {
  const none = sampleTools().filter(
    ({ id, tool }) => instances(tool.inputSchema as Json, { seed: id, count: 2, root: "object" }).length === 0,
  );
  const known = "dict-root upper-types java-types number-types bad-type circular-ref remote-ref null-parts";
  expect(none.map(({ id }) => id).sort()).toEqual(
    known
      .split(" ")
      .map((id) => `own-${id}`)
      .sort(),
  );
});
