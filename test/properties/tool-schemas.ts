import type { Json } from "@toolglot/core";
import fc from "fast-check";

const TYPES = ["string", "number", "integer", "boolean"];
const MISSPELLED = ["float", "int", "str", "null", "any", ["string", "null"], ["integer", "string"]];

/** Keywords that may stand beside any type. */
const KEYWORDS: readonly (readonly [string, readonly Json[]])[] = [
  ["description", ["what it is", "", 7]],
  ["title", ["Title"]],
  ["default", ["x", 1, null, [], { a: 1 }]],
  ["examples", [["x"], "x"]],
  ["enum", [["a", "b"], ["a", "a"], [1, 2], ["a", null], [true, false], []]],
  ["const", ["a", 1]],
  ["format", ["date-time", "email", "int32", "made-up", 3]],
  ["pattern", ["^[a-z]+$", "(?<=a)b", "("]],
  ["minLength", [0, 1, 20, -1]],
  ["maxLength", [5]],
  ["minimum", [0, "0"]],
  ["exclusiveMinimum", [0, 0.5, true]],
  ["multipleOf", [2, 0]],
  ["minItems", [0, 1, 3]],
  ["maxItems", [2]],
  ["uniqueItems", [true]],
  ["minProperties", [1]],
  ["nullable", [true, false]],
  ["$comment", ["note"]],
  ["optional", [true]],
  ["deprecated", [true]],
  ["$defs", [{ a: { type: "string" } }]],
  ["required", [true]],
  ["items", [{ type: "string" }]],
  ["propertyNames", [{ pattern: "^a" }]],
];

function beside(max: number): fc.Arbitrary<Record<string, Json>> {
  const one = fc
    .constantFrom(...KEYWORDS)
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));
  return fc.array(one, { maxLength: max }).map(Object.fromEntries);
}

// Keywords come before or after the type, because their order must not matter.
function around(own: fc.Arbitrary<Record<string, Json>>, max: number): fc.Arbitrary<Json> {
  return fc.tuple(beside(max), own, fc.boolean()).map(([more, fields, isFirst]) => {
    return isFirst ? { ...more, ...fields } : { ...fields, ...more, ...fields };
  });
}

function scalar(): fc.Arbitrary<Json> {
  const type = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Json>(...TYPES) },
    { weight: 1, arbitrary: fc.constantFrom<Json>(...MISSPELLED) },
  );
  return around(
    type.map((each) => ({ type: each })),
    3,
  );
}

function array(items: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const own = fc
    .tuple(items, fc.constantFrom("one", "one", "one", "none", "list"))
    .map(([each, form]): Record<string, Json> => {
      if (form === "none") return { type: "array" };
      return { type: "array", items: form === "list" ? [each, each] : each };
    });
  return around(own, 2);
}

function union(branch: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const own = fc.tuple(
    fc.constantFrom("anyOf", "oneOf", "allOf"),
    branch,
    fc.constantFrom<Json>({ type: "null" }, { type: "string" }),
  );
  return around(
    own.map(([keyword, first, second]) => ({ [keyword]: [first, second] })),
    1,
  );
}

const NAMES = ["a", "b", "a.b", "$c", "city", "__proto__", "long ".repeat(20)];
const ADDITIONAL: readonly (Json | undefined)[] = [undefined, undefined, false, false, true, {}, { type: "string" }];

function object(node: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), node), {
    maxLength: 4,
    selector: ([name]) => name,
  });
  const own = fc.record({
    type: fc.constantFrom("object", "object", "object", "dict"),
    properties,
    required: fc.constantFrom("absent", "none", "some", "all", "unknown", "twice"),
    additional: fc.constantFrom(...ADDITIONAL),
    isDeclared: fc.constantFrom(true, true, true, false),
  });
  return around(
    own.map(({ type, properties: entries, required, additional, isDeclared }) => ({
      type,
      ...(isDeclared ? { properties: Object.fromEntries(entries) } : {}),
      ...requiredOf(
        required,
        entries.map(([name]) => name),
      ),
      ...(additional === undefined ? {} : { additionalProperties: additional }),
    })),
    2,
  );
}

function requiredOf(kind: string, names: readonly string[]): Record<string, Json> {
  const lists: Readonly<Record<string, Json>> = {
    none: [],
    some: names.slice(1),
    all: names.toReversed(),
    unknown: [...names, "unknown"],
    twice: [...names, ...names],
  };
  return kind === "absent" ? {} : { required: lists[kind] as Json };
}

/**
 * Schemas of tools as people write them: mostly objects, arrays and plain values, with any keyword beside any other, some of
 * them misspelled, misplaced or malformed.
 */
export const toolSchemas: fc.Arbitrary<Json> = fc.letrec<{ object: Json; node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: scalar() },
    { weight: 3, arbitrary: tie("object") },
    { weight: 2, arbitrary: array(tie("node")) },
    { weight: 1, arbitrary: union(tie("node")) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Json>(true, false, {}, { description: "anything" }, { $ref: "#/$defs/a" }),
    },
  ),
  object: object(tie("node")),
})).object;
