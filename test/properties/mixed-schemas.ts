import type { Json } from "@toolglot/core";
import fc from "fast-check";

/** What the references of mixed schemas lead to. */
export const DEFINITIONS: Readonly<Record<string, Json>> = {
  text: { type: "string" },
  either: { anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }] },
  object: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
};

const REFERENCES = Object.keys(DEFINITIONS).map((name) => ({ $ref: `#/$defs/${name}` }));

const LEAVES: readonly Json[] = [
  ...["string", "integer", "boolean", "null", "array", "object"].map((type) => ({ type })),
  { type: ["string", "null"] },
  { type: ["array", "integer"], items: { type: "integer" } },
  { type: ["object", "string"] },
  { type: ["object", "array", "string", "number", "boolean", "null"], items: {} },
  { type: "number", minimum: 0 },
  { type: "integer", exclusiveMinimum: 0 },
  { type: "string", minLength: 2 },
  { type: "string", enum: ["a", "b"] },
  { type: "string", nullable: true },
  { enum: ["a", 1, null] },
  { const: "a" },
  { description: "anything" },
  { required: ["a"], properties: { a: { type: "string" } } },
  { oneOf: [{ type: "string" }, { type: "null" }], nullable: true },
  ...REFERENCES,
];

type Keywords = readonly (readonly [string, Json])[];

// Most speak of one type of value, and stand beside a `type`, a union or a reference that says otherwise, or beside none.
function keywords(node: fc.Arbitrary<Json>): fc.Arbitrary<Keywords> {
  const one = (names: readonly string[], value: fc.Arbitrary<Json>) =>
    fc.tuple(fc.constantFrom(...names), value).map((each): Keywords => [each]);
  const list = (most: number) => fc.array(node, { minLength: 1, maxLength: most });
  const properties = fc.dictionary(fc.constantFrom("a", "b"), node, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
  return fc.oneof(
    one(["type"], fc.constantFrom<Json>("string", "array", "object", ["array", "string"], ["object", "null"])),
    one(["anyOf", "oneOf", "allOf"], list(3)),
    one(["anyOf", "oneOf"], list(3)),
    one(["$ref"], fc.constantFrom(...REFERENCES.map(({ $ref }) => $ref))),
    one(["contains", "items", "not", "additionalProperties", "propertyNames"], node),
    one(["prefixItems"], list(2)),
    one(["minItems", "maxItems", "minProperties", "maxProperties", "maxLength"], fc.constantFrom(0, 1, 2)),
    one(["additionalProperties", "uniqueItems"], fc.boolean()),
    one(["pattern"], fc.constant("^")),
    one(["description", "title"], fc.constant("words")),
    fc.tuple(properties, fc.boolean()).map(([named, areRequired]): Keywords => {
      const required = areRequired ? ([["required", Object.keys(named)]] as const) : [];
      return [["properties", named], ...required];
    }),
  );
}

/**
 * Schemas that state their types in all ways: by `type`, by the branches of unions, by references, or by the keywords alone, which may
 * speak of another type than what stands beside them.
 */
export const mixedSchemas: fc.Arbitrary<Json> = fc.letrec<{ node: Json; inner: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom(...LEAVES) },
    { weight: 5, arbitrary: tie("inner") },
  ),
  inner: fc
    .array(keywords(tie("node")), { minLength: 1, maxLength: 3 })
    .map((several) => Object.fromEntries(several.flat())),
})).inner;

const PORTABLE_LEAVES: readonly Json[] = [
  ...["string", "integer", "number", "boolean", "array", "object"].map((type) => ({ type })),
  { type: "string", enum: ["a", "b"] },
  { type: "integer", enum: [1, 2] },
  { type: "number", minimum: 0 },
];

/** Schemas of which `portable` accepts many: each value has one type. */
export const plainSchemas: fc.Arbitrary<Json> = fc.letrec<{ node: Json; inner: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...PORTABLE_LEAVES) },
    { weight: 3, arbitrary: tie("inner") },
  ),
  inner: fc
    .oneof(
      fc.tuple(
        fc.constant("array"),
        fc.constantFrom("items", "items", "prefixItems", "contains", "nullable"),
        tie("node"),
      ),
      fc.tuple(fc.constant("object"), fc.constantFrom("properties", "patternProperties", "not"), tie("node")),
    )
    .map(([type, keyword, node]) => ({ type, [keyword]: valueFor(keyword, node) })),
})).node;

function valueFor(keyword: string, node: Json): Json {
  if (keyword === "nullable") return true;
  if (keyword === "prefixItems") return [node];
  return keyword.endsWith("roperties") ? { a: node } : node;
}
