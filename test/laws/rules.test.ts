import { readdirSync, readFileSync } from "node:fs";
import { convertTools, parseJson, stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Converted, convert } from "../support/engine.ts";
import { byExtent } from "../support/extent.ts";
import { instances } from "../support/instances.ts";
import { equal, type Json, type JsonObject } from "../support/json.ts";
import { withNull, withStandardTypes } from "../support/schema-types.ts";
import { schemaIn } from "../support/tool-layouts.ts";
import { judge } from "../support/validate.ts";
import { weaken } from "../support/weaken.ts";

/** A target under one profile. */
interface Place {
  readonly to: string;
  readonly profile: string;
  readonly variant?: string;
}

/** One rewrite of one schema. */
interface Row extends Place {
  readonly rule: string;
  readonly what: string;
  readonly schema: JsonObject;
  /** The codes of all losses; none where the rewrite is lossless. */
  readonly losses: readonly string[];
  /** Values of the source that chance does not find. */
  readonly also?: readonly Json[];
  /** Why the law does not hold yet. */
}

const COUNT = byExtent({ quick: 25, sample: 100, all: 100 });
const ROOT = "/0/inputSchema";

const STRICT: Place = { to: "openai-chat", profile: "strict" };
const CLAUDE: Place = { to: "anthropic", profile: "native" };
const CLAUDE_STRICT: Place = { to: "anthropic", profile: "strict" };
const GEMINI: Place = { to: "gemini", profile: "native" };
const PROTO: Place = { to: "gemini", profile: "native", variant: "parameters" };
const EXECUTABLE: Place = { to: "executable", profile: "native" };

const STRING: JsonObject = { type: "string" };
const INTEGER: JsonObject = { type: "integer" };
const MAP: JsonObject = { type: "object", additionalProperties: INTEGER };
const PAIR: JsonObject = { type: "array", prefixItems: [STRING, INTEGER], items: false, minItems: 2 };
const POINT: JsonObject = { type: "object", properties: { x: INTEGER, y: STRING }, required: ["x"] };
const TREE: JsonObject = {
  type: "object",
  properties: { label: STRING, children: { type: "array", items: { $ref: "#/$defs/tree" } } },
  required: ["label"],
};

const ROWS: readonly Row[] = [
  ...rows("optional-to-nullable", STRICT, {
    plain: [maybe(STRING)],
    "with a pattern": [maybe({ type: "string", minLength: 1, maxLength: 3 })],
    enum: [maybe({ enum: ["a", "b", "c"] })],
    const: [maybe({ const: "only" })],
    anyOf: [maybe({ anyOf: [STRING, { type: "array", items: INTEGER }] })],
    "a value that may be null, in a box": [maybe({ type: ["string", "null"] })],
    "null alone, in a box": [maybe({ type: "null" })],
    "an enum with null, in a box": [maybe({ enum: ["a", null] })],
    "anyOf with null, in a box": [maybe({ anyOf: [INTEGER, { type: "null" }] })],
    $ref: [{ ...maybe({ $ref: "#/$defs/point" }), $defs: { point: POINT } }],
    "$ref to what may be null, in a box": [
      { ...maybe({ $ref: "#/$defs/maybe" }), $defs: { maybe: { type: ["integer", "null"] } } },
    ],
    "an object in an object": [maybe({ ...POINT, properties: { x: INTEGER, y: optional(STRING) } })],
    "a map": [maybe(MAP)],
    "a property named value": [maybe(object({ value: { type: ["string", "null"] } }))],
  }),
  ...rows("map-to-entries", STRICT, {
    alone: [tool({ map: MAP })],
    "keys of a pattern": [tool({ map: { ...MAP, propertyNames: { pattern: "^[a-z]{1,4}$" } } })],
    "keys of an enum": [tool({ map: { ...MAP, propertyNames: { enum: ["a", "b", "c"] } } })],
    "at least one and at most three": [tool({ map: { ...MAP, minProperties: 1, maxProperties: 3 } })],
    "at least two, which entries with the same key may not be": [
      tool({ map: { ...MAP, minProperties: 2 } }),
      { losses: ["keyword"] },
    ],
    "beside declared properties": [tool({ map: { ...POINT, additionalProperties: { type: "boolean" } } })],
    "beside a property that has the list's name": [
      tool({ map: { ...object({ additional_properties: STRING }), additionalProperties: INTEGER } }),
    ],
    "odd keys": [tool({ map: { ...MAP, propertyNames: { enum: ["__proto__", "", "key", "value", "constructor"] } } })],
    "odd keys that are declared": [
      parsed(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"":{"type":"integer"},"key":{"type":"null"}},"additionalProperties":{"type":"boolean"}}',
      ),
    ],
    "maps in a map": [tool({ map: { type: "object", additionalProperties: MAP } })],
    "values that may be null": [tool({ map: { type: "object", additionalProperties: { type: ["string", "null"] } } })],
    "as the root": [{ type: "object", additionalProperties: POINT }],
  }),
  ...rows("map-to-entries", PROTO, {
    alone: [tool({ map: MAP })],
    "beside declared properties": [tool({ map: { ...POINT, additionalProperties: { type: "boolean" } } })],
    "beside declared properties, three at least": [
      tool({ map: { ...POINT, additionalProperties: { type: "boolean" }, minProperties: 3 } }),
      { losses: ["keyword"] },
    ],
    "beside declared properties, one at most": [
      tool({ map: { ...POINT, additionalProperties: { type: "boolean" }, maxProperties: 1 } }),
      { losses: ["keyword"] },
    ],
  }),
  ...rows("json-text", STRICT, {
    "a free-form object": [tool({ free: { type: "object" } }), { losses: ["json-text"] }],
    "an object with any values": [
      tool({ free: { type: "object", additionalProperties: true } }),
      { losses: ["json-text"] },
    ],
    "any value": [tool({ any: {} })],
    "any value, described": [tool({ any: { description: "whatever" } })],
    "any value, optional": [maybe({})],
    "a list of any values": [tool({ list: { type: "array" } }), {}],
  }),
  ...rows("json-text", PROTO, {
    "an object that says that it has no properties": [
      tool({ free: { type: "object", properties: {} } }),
      { losses: ["json-text"] },
    ],
  }),
  ...rows("tuple-to-object", STRICT, {
    plain: [tool({ pair: PAIR })],
    short: [tool({ pair: { ...PAIR, minItems: 1 } })],
    "with rest": [tool({ pair: { ...PAIR, items: { type: "boolean" } } })],
    "with any rest": [tool({ pair: { type: "array", prefixItems: [STRING], minItems: 1 } })],
    "rest that has a lens": [tool({ pair: { ...PAIR, items: MAP } })],
    "more items than places": [tool({ pair: { ...PAIR, items: INTEGER, minItems: 4 } }), { losses: ["keyword"] }],
    "cut by maxItems": [tool({ pair: { ...PAIR, minItems: 0, maxItems: 1 } })],
    "all places optional": [tool({ pair: { ...PAIR, minItems: 0 } })],
    "optional places that may be null": [
      tool({ pair: { type: "array", prefixItems: [{ type: ["string", "null"] }, { type: "null" }], items: false } }),
    ],
    "optional places before a rest": [tool({ pair: { ...PAIR, minItems: 0, items: STRING } })],
    "tuples in a tuple": [tool({ pair: { type: "array", prefixItems: [PAIR, MAP], items: false, minItems: 1 } })],
    "the form of draft-07": [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        ...tool({ pair: { type: "array", items: [STRING, INTEGER], additionalItems: false, minItems: 1 } }),
      },
      { losses: ["keyword"] },
    ],
  }),
  ...rows("tuple-to-object", PROTO, {
    short: [tool({ pair: { ...PAIR, minItems: 1 } })],
    "with rest": [tool({ pair: { ...PAIR, items: { type: "boolean" } } })],
  }),
  ...rows("wrap-root", STRICT, {
    "a list": [{ type: "array", items: POINT }],
    "a text": [STRING],
    "untyped words": [{ enum: Array.from({ length: 120 }, (_, index) => `word ${index}`) }],
    "no type at all": [{ anyOf: [STRING, POINT] }],
    "a union of objects": [{ anyOf: [POINT, object({ z: STRING })] }],
    "a list that refers to the root": [{ type: "array", items: { anyOf: [{ $ref: "#" }, STRING] } }],
  }),
  ...rows("wrap-root", CLAUDE, {
    "a list": [{ type: "array", items: POINT }],
    "a text": [STRING],
    "a union of objects": [{ anyOf: [POINT, object({ z: STRING })] }],
    "a list that refers to the root": [{ type: "array", items: { anyOf: [{ $ref: "#" }, STRING] } }],
    "a union that refers to the root": [
      { type: "object", anyOf: [POINT, object({ z: { $ref: "#" }, w: { $ref: "#/anyOf/0" } })] },
    ],
  }),
  ...rows("wrap-root", GEMINI, { "a union of objects": [{ anyOf: [POINT, object({ z: STRING })] }] }),
  ...[CLAUDE, PROTO].flatMap((place) =>
    rows("property-name", place, {
      plain: [tool({ "a b": STRING, "c/d": INTEGER, fine: STRING })],
      optional: [{ type: "object", properties: { "a b": STRING, fine: INTEGER }, required: ["fine"] }],
      nested: [tool({ list: { type: "array", items: object({ "ä ö": object({ $x: INTEGER }) }) } })],
      "names that look alike": [tool({ "a b": STRING, "a/b": INTEGER, a_b: { type: "boolean" } })],
      "a name that is another's new one": [tool({ "a b": STRING, [renamed("a b", place)]: INTEGER }), {}],
      long: [tool({ [`${"x".repeat(80)}1`]: STRING, [`${"x".repeat(80)}2`]: INTEGER })],
      "odd names": [
        parsed('{"type":"object","properties":{"":{"type":"string"},"__proto__ ":{"type":"integer"}},"required":[""]}'),
      ],
    }),
  ),
  ...rows("property-name", CLAUDE, {
    "a name that another asks for": [
      { type: "object", properties: { "a b": STRING, c: INTEGER }, dependentRequired: { "a b": ["c"], c: ["a b"] } },
      { losses: ["keyword"] },
    ],
    "a name that a condition asks for": [
      {
        type: "object",
        properties: { "a b": STRING, c: INTEGER },
        if: { required: ["c"] },
        then: { required: ["a b"] },
      },
      { losses: ["keyword"] },
    ],
    "a name that is forbidden beside another": [
      { ...tool({}), properties: { "a b": STRING, c: INTEGER, note: STRING }, not: { required: ["a b", "c"] } },
      { losses: ["keyword"] },
    ],
    "a name that depends on a schema": [
      {
        type: "object",
        properties: { "a b": STRING, c: INTEGER },
        dependentSchemas: { "a b": { properties: { c: { minimum: 5 } } } },
      },
      { losses: ["keyword"] },
    ],
    "names that have a rule": [
      { type: "object", properties: { "a b": STRING, c: STRING }, propertyNames: { pattern: "^[a-z ]+$" } },
      { losses: ["keyword"] },
    ],
    "a name in what a list contains": [
      tool({
        list: {
          type: "array",
          items: { type: "object", properties: { "a b": STRING } },
          contains: { required: ["a b"] },
        },
      }),
      { losses: ["keyword"] },
    ],
    "a name in a list of values": [tool({ one: { enum: [{ "a b": 1 }, { "a b": 2 }] }, "c d": STRING })],
    "beside other keys": [{ ...object({ "a b": STRING }), additionalProperties: INTEGER }],
  }),
  ...rows("enum-to-strings", PROTO, {
    numbers: [tool({ word: { enum: [1, 2.5, -3] } })],
    "a number and its text": [tool({ word: { enum: [1, "1", "1_"] } })],
    "true alone": [tool({ word: { enum: [true] } })],
    "with null": [tool({ word: { enum: [null, 1, "null"] } })],
    objects: [tool({ word: { enum: [{ a: 1 }, { b: [true, null] }, []] } })],
    typed: [tool({ word: { type: "integer", enum: [1, 2, 3], minimum: 2 } })],
  }),
  ...rows("enum-to-strings", STRICT, {
    objects: [tool({ word: { enum: [{ a: 1 }, { b: [true, null] }] } })],
    "an object with its keys in another order": [
      tool({ word: { enum: [{ a: 1, b: 2 }, "other"] } }),
      {
        also: [{ word: { b: 2, a: 1 }, note: "" }],
      },
    ],
    "optional, with null and objects": [maybe({ enum: [{ a: 1 }, null] })],
  }),
  ...rows("one-of-to-any-of", STRICT, {
    disjoint: [tool({ one: { oneOf: [STRING, INTEGER] } })],
    "told apart by a word": [
      object({
        one: { oneOf: [tool({ kind: { const: "a" }, a: STRING }), object({ kind: { const: "b" }, b: INTEGER })] },
      }),
    ],
    overlapping: [
      tool({ one: { oneOf: [INTEGER, { type: "number", minimum: 5 }] } }),
      { losses: ["one-of-to-any-of"] },
    ],
  }),
  ...rows("one-of-to-any-of", STRICT, {
    "branches that overlap before they are rewritten: maps": [
      tool({ one: { oneOf: [MAP, object({ x: INTEGER })] } }),
      { losses: ["one-of-to-any-of"] },
    ],
    "branches that overlap before they are rewritten: tuples": [
      tool({
        one: {
          oneOf: [
            { ...PAIR, prefixItems: [STRING, STRING] },
            { type: "array", items: STRING },
          ],
        },
      }),
      { losses: ["one-of-to-any-of"] },
    ],
    "branches that overlap before they are closed": [
      tool({ one: { oneOf: [object({ x: INTEGER }), object({ x: INTEGER, y: STRING })] } }),
      { losses: ["one-of-to-any-of"] },
    ],
  }),
  ...rows("one-of-to-any-of", PROTO, {
    "branches that overlap before they are rewritten: values": [
      tool({ one: { oneOf: [{ enum: [1, 2] }, { type: "integer", minimum: 2 }] } }),
      { losses: ["one-of-to-any-of"] },
    ],
    "null in both": [
      tool({ one: { oneOf: [{ type: "null" }, { type: ["string", "null"] }] } }),
      { losses: ["one-of-to-any-of"] },
    ],
    "null in one": [tool({ one: { oneOf: [{ type: "null" }, STRING, INTEGER] } })],
  }),
  ...rows("one-of-to-any-of", EXECUTABLE, {
    "null in both": [
      tool({ one: { oneOf: [{ type: "null" }, { type: ["string", "null"] }] } }),
      { losses: ["one-of-to-any-of"] },
    ],
  }),
  ...rows("const-to-enum", GEMINI, {
    "a text": [tool({ fixed: { const: "only" }, free: STRING })],
    typed: [tool({ fixed: { type: "string", const: "only" }, free: STRING })],
    "a number": [tool({ fixed: { const: 7 }, free: STRING })],
  }),
  ...[STRICT, GEMINI].flatMap((place) =>
    rows("merge-all-of", place, {
      objects: [tool({ both: { allOf: [POINT, object({ z: STRING })] } })],
      "conflicting bounds": [
        tool({ both: { allOf: [{ type: "integer", minimum: 1, maximum: 9 }, { minimum: 3 }, { maximum: 20 }] } }),
      ],
      "a closed member": [
        object({
          both: {
            allOf: [
              { ...POINT, additionalProperties: false },
              { type: "object", properties: { x: { type: "integer" } } },
            ],
          },
        }),
      ],
      "a closed member that leaves the other none": [
        object({
          both: {
            allOf: [
              { ...POINT, additionalProperties: false },
              { type: "object", properties: { z: STRING } },
            ],
          },
        }),
        place === GEMINI ? { losses: ["keyword"] } : {},
      ],
      "a reference": [
        { ...tool({ both: { allOf: [{ $ref: "#/$defs/point" }], description: "here" } }), $defs: { point: POINT } },
      ],
    }),
  ),
  ...rows("merge-all-of", CLAUDE, {
    "at the root": [{ allOf: [POINT, object({ z: STRING })] }],
  }),
  ...rows("inline-ref", GEMINI, {
    plain: [{ ...tool({ at: { $ref: "#/$defs/point" } }), $defs: { point: POINT } }],
    nested: [
      {
        ...tool({ line: { $ref: "#/$defs/line" } }),
        $defs: { line: { type: "array", items: { $ref: "#/$defs/point" } }, point: POINT },
      },
    ],
    "with something beside": [{ ...tool({ at: { $ref: "#/$defs/number", minimum: 5 } }), $defs: { number: INTEGER } }],
    recursive: [{ ...tool({ tree: { $ref: "#/$defs/tree" } }), $defs: { tree: TREE } }, { losses: ["recursion"] }],
  }),
  ...rows("inline-ref", PROTO, {
    recursive: [{ ...tool({ tree: { $ref: "#/$defs/tree" } }), $defs: { tree: TREE } }, { losses: ["recursion"] }],
  }),
  ...rows("keyword-to-description", CLAUDE_STRICT, {
    bounds: [tool({ count: { type: "integer", minimum: 1, maximum: 5 } }), { losses: ["keyword"] }],
    lengths: [tool({ text: { type: "string", minLength: 3, description: "a word" } }), { losses: ["keyword"] }],
  }),
  ...rows("keyword-to-description", STRICT, {
    not: [tool({ text: { type: "string", not: { const: "a" } } }), { losses: ["keyword"] }],
    "unique items": [tool({ list: { type: "array", items: INTEGER, uniqueItems: true } }), { losses: ["keyword"] }],
  }),
  ...rows("tag-union", STRICT, {
    "two maps": [tool({ one: { anyOf: [MAP, { type: "object", additionalProperties: STRING }] } })],
    "a map and a list of its entries": [
      tool({ one: { anyOf: [MAP, { type: "array", items: object({ key: STRING, value: INTEGER }) }] } }),
    ],
    "a text and any value": [tool({ one: { anyOf: [STRING, {}] } })],
    "records that differ in what is optional": [
      tool({
        one: {
          anyOf: [optional(STRING), object({ field: INTEGER }), optional({ type: ["string", "null"] })],
        },
      }),
    ],
    "one that has the tag's name": [
      object({
        one: { anyOf: [MAP, { type: "object", additionalProperties: STRING }, object({ option_1: INTEGER })] },
      }),
    ],
  }),
  ...rows("box-items", PROTO, {
    "texts and numbers": [tool({ list: { type: "array", items: { anyOf: [STRING, INTEGER] } } })],
    "or null": [tool({ list: { type: "array", items: { anyOf: [STRING, INTEGER, { type: "null" }] } } })],
    "lists in lists": [
      object({ list: { type: "array", items: { type: "array", items: { type: ["string", "integer"] } } } }),
    ],
  }),
  ...rows("null-to-empty-box", EXECUTABLE, {
    plain: [tool({ maybe: { type: ["string", "null"] } })],
    "an enum": [tool({ maybe: { enum: ["a", null] }, free: STRING })],
    "an object that may be empty": [tool({ maybe: { anyOf: [maybe(STRING), { type: "null" }] } })],
    optional: [maybe({ type: ["integer", "null"] })],
  }),
  ...rows("exclusive-bound", GEMINI, {
    "whole numbers": [tool({ count: { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 500 } })],
    "bounds between whole numbers": [
      object({ count: { type: "integer", exclusiveMinimum: 1.5, exclusiveMaximum: 500.5 } }),
    ],
    "beside other bounds": [
      object({ count: { type: "integer", minimum: 3, exclusiveMinimum: 1, maximum: 400, exclusiveMaximum: 300 } }),
    ],
  }),
  ...rows("split-types", STRICT, {
    "an object or a text": [tool({ one: { ...POINT, type: ["object", "string"], minLength: 2 } })],
    "a list, a number or null": [tool({ one: { type: ["array", "number", "null"], items: STRING, minimum: 2 } })],
  }),
  ...rows("split-types", PROTO, { "a text or a number": [tool({ one: { type: ["string", "integer"] } })] }),
  ...rows("distribute-union", STRICT, {
    "what is required": [
      object({
        one: {
          type: "object",
          properties: { a: STRING, b: INTEGER },
          anyOf: [{ required: ["a"] }, { required: ["b"] }],
        },
      }),
    ],
    "a bound": [tool({ one: { minimum: 3, anyOf: [INTEGER, { type: "number", maximum: 9 }] } })],
  }),
  ...rows("nullable", PROTO, {
    "a list of types": [tool({ maybe: { type: ["string", "null"] } })],
    "a union": [tool({ maybe: { anyOf: [STRING, INTEGER, { type: "null" }] } })],
    "an object": [tool({ maybe: { anyOf: [POINT, { type: "null" }] } })],
  }),
  ...rows("nullable", STRICT, {
    "said in OpenAPI's words": [tool({ maybe: { type: "string", nullable: true } })],
    "said of an enum": [tool({ maybe: { type: "string", enum: ["a"], nullable: true } })],
    "said of what is optional": [maybe({ type: "string", nullable: true })],
  }),
  ...[STRICT, CLAUDE_STRICT].flatMap((place) =>
    rows("close-object", place, {
      plain: [tool({ at: POINT })],
      "in a list": [tool({ all: { type: "array", items: POINT } })],
    }),
  ),
  ...rows("modern-forms", CLAUDE, {
    "a tuple of draft-07": [tool({ pair: { type: "array", items: [STRING, INTEGER], additionalItems: false } })],
    dependencies: [tool({ at: { type: "object", properties: { a: STRING, b: INTEGER }, dependencies: { a: ["b"] } } })],
    "a draft that is named": [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        ...tool({ pair: { type: "array", items: [STRING, INTEGER], additionalItems: STRING } }),
      },
      { losses: ["keyword"] },
    ],
  }),
];

const ARBITRARY = fc.sample(fc.jsonValue(), { numRuns: 200, seed: 1 }) as Json[];

describe.each(ROWS.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
  test("obeys the law of lenses", () => {
    const converted = convertRow(row);
    tellsOfItself(row, converted);
    wayThere(row, converted);
    wayBack(row, converted);
  });

  test("is total", () => {
    const { lower, lift } = convertRow(row);
    for (const value of ARBITRARY) {
      lower(value);
      lift(value);
    }
  });
});

/** Arguments that a model got wrong, which must reach the tool as they are. */
interface Wrong extends Place {
  readonly rule: string;
  readonly schema: JsonObject;
  readonly values: readonly Json[];
  /** Why they do not yet. */
}

const RECORD: JsonObject = object({ map: { ...object({ x: INTEGER }), additionalProperties: STRING } });
const TUPLE: JsonObject = object({ pair: { ...PAIR, minItems: 1, items: STRING } });

const WRONG: readonly Wrong[] = [
  {
    ...STRICT,
    rule: "map-to-entries",
    schema: object({ map: MAP }),
    values: [
      { map: { a: 1 } },
      { map: [{ key: "a", value: 1 }, { name: "b" }] },
      { map: [{ key: 1, value: 1 }] },
      { map: "a" },
      {},
    ],
  },
  { ...STRICT, rule: "map-to-entries", schema: RECORD, values: [{ map: { x: 1, other: "b" } }, { map: ["x"] }] },
  {
    ...STRICT,
    rule: "map-to-entries",
    schema: RECORD,
    values: [{ map: { x: 1, additional_properties: { a: "b" } } }],
  },
  {
    ...STRICT,
    rule: "json-text",
    schema: object({ any: {} }),
    values: [{ any: { a: 1 } }, { any: "no JSON" }, { any: "{" }],
  },
  { ...STRICT, rule: "tuple-to-object", schema: TUPLE, values: [{ pair: ["a", 1] }, { pair: "a" }, { pair: null }] },
  {
    ...STRICT,
    rule: "tuple-to-object",
    schema: TUPLE,
    values: [{ pair: { first: "a", second: 1 } }],
  },
  {
    ...STRICT,
    rule: "wrap-root",
    schema: { type: "array", items: STRING },
    values: [["a"], { inputs: ["a"] }, {}, "a"],
  },
  { ...PROTO, rule: "property-name", schema: object({ "a b": STRING }), values: [{ "a b": "x" }, { a_b: "x" }, ["x"]] },
  {
    ...PROTO,
    rule: "enum-to-strings",
    schema: object({ word: { enum: [1, "x"] } }),
    values: [{ word: 1 }, { word: "2" }, { word: ["1"] }],
  },
  {
    ...STRICT,
    rule: "optional-to-nullable",
    schema: optional({ type: ["string", "null"] }),
    values: [{}, { field: "a" }, { field: { text: "a" } }],
  },
  {
    ...STRICT,
    rule: "tag-union",
    schema: object({ one: { anyOf: [MAP, { type: "object", additionalProperties: STRING }] } }),
    values: [{ one: { a: 1 } }, { one: [{ key: "a", value: 1 }] }, { one: { option_9: [] } }],
  },
  {
    ...PROTO,
    rule: "box-items",
    schema: object({ list: { type: "array", items: { anyOf: [STRING, INTEGER] } } }),
    values: [{ list: ["a", 1] }, { list: [{ item: 1 }] }],
  },
  {
    ...EXECUTABLE,
    rule: "null-to-empty-box",
    schema: object({ maybe: { type: ["string", "null"] } }),
    values: [{ maybe: null }, { maybe: "a" }],
  },
];

describe.each(WRONG.map((wrong) => [wrong.rule, wrong] as const))("%s", (_, wrong) => {
  test.each(wrong.values.map((value) => [tell(value), value]))("leaves %s alone", (_text, value) => {
    expect(convertRow(wrong).lift(value as Json)).toEqual(value);
  });
});

test("enum-to-strings keeps every digit of a large number", () => {
  const schema = parseJson(
    '{"type":"object","properties":{"id":{"enum":[12345678901234567890,"12345678901234567890",1]}}}',
  );
  const { lift, lower, losses } = convertTools([{ name: "t", inputSchema: schema }], {
    from: "mcp",
    to: "gemini",
    variant: "parameters",
  });
  expect(losses).toEqual([]);
  for (const text of ['{"id":12345678901234567890}', '{"id":"12345678901234567890"}', '{"id":1}'])
    expect(stringifyJson(lift("t", lower("t", parseJson(text))))).toBe(text);
  expect(lower("t", parseJson('{"id":12345678901234567890}'))).not.toEqual(lower("t", { id: "12345678901234567890" }));
});

test("enum-to-strings accepts another spelling of a number", () => {
  const { lower } = convertRow({ ...PROTO, schema: object({ id: { enum: [100, "x"] } }) });
  expect(lower(parseJson('{"id":1e2}') as Json)).toEqual({ id: "100" });
});

test("has a row for every file that makes a lens", () => {
  const folder = new URL("../../packages/core/src/schema/rules/", import.meta.url);
  const files = readdirSync(folder).filter((file) => MAKES_LENS.test(readFileSync(new URL(file, folder), "utf8")));
  const rules = new Set(ROWS.map(({ rule }) => rule));
  const untested = files.map((file) => file.replace(".ts", "")).filter((name) => !rules.has(LENS_RULES[name] ?? name));
  expect(files.length).toBeGreaterThan(5);
  expect(untested).toEqual([]);
});

const MAKES_LENS = /^(export )?(function|const) \w*Lens\b/m;

/** Files that are named for something else than their rule. */
const LENS_RULES: Readonly<Record<string, string>> = { "object-lens": "property-name" };

function tellsOfItself({ rule, losses }: Row, converted: Converted): void {
  const codes = converted.losses.map(({ code }) => code);
  expect([...new Set(codes)], JSON.stringify(converted.losses)).toEqual(losses);
  expect([...converted.changes.map((change) => change.rule), ...codes]).toContain(rule);
}

function wayThere(row: Row, converted: Converted): void {
  const verdict = judge(loweredOf(row, converted));
  for (const x of [...(row.also ?? []), ...made(row, withNull(row.schema))]) {
    const low = plain(converted.lower(x));
    const again = plain(converted.lift(low));
    if (verdict.valid(low) !== true) expect.fail(`lower(x) is not valid: ${tell({ x, low })} ${verdict.explain(low)}`);
    if (!equal(again, x)) expect.fail(`lift(lower(x)) is not x: ${tell({ x, low, again })}`);
  }
}

function wayBack(row: Row, converted: Converted): void {
  const { schema, unresolved } = weaken([{ name: "t", inputSchema: row.schema }], converted.losses, ROOT);
  expect(unresolved).toEqual([]);
  const verdict = judge(withNull(withStandardTypes(schema)));
  for (const y of made(row, loweredOf(row, converted))) {
    const high = plain(converted.lift(y));
    if (verdict.valid(high) !== true)
      expect.fail(`lift(y) is not valid: ${tell({ y, high })} ${verdict.explain(high)}`);
  }
}

function made(row: Row, schema: Json): Json[] {
  const found = instances(schema, { seed: nameOf(row), count: COUNT });
  expect(found.length, tell(schema)).toBeGreaterThanOrEqual(COUNT);
  return found;
}

function loweredOf({ to }: Row, { value }: Converted): Json {
  return schemaIn(value, to);
}

// Numbers that kept their digits, as the validator knows them.
function plain(value: Json): Json {
  return JSON.parse(stringifyJson(value));
}

function tell(value: Json): string {
  return JSON.stringify(value).slice(0, 600);
}

type ReportEntries = [schema: JsonObject, more?: Partial<Pick<Row, "losses" | "also">>];

function rows(rule: string, place: Place, reported: Readonly<Record<string, ReportEntries>>): Row[] {
  return Object.entries(reported).map(([what, [schema, more]]) => ({
    rule,
    ...place,
    what,
    schema,
    losses: [],
    ...more,
  }));
}

function nameOf({ rule, to, variant, profile, what }: Row): string {
  return `${rule} (${[to, variant, profile].filter(Boolean).join(" ")}): ${what}`;
}

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

// A text in addition to the property under test, so that there are always different values.
function tool(properties: JsonObject): JsonObject {
  return object({ ...properties, note: STRING });
}

function maybe(schema: Json): JsonObject {
  return { type: "object", properties: { field: schema, note: STRING }, required: ["note"] };
}

function optional(schema: Json): JsonObject {
  return { type: "object", properties: { field: schema } };
}

function parsed(text: string): JsonObject {
  return JSON.parse(text);
}

function convertRow({ schema, to, profile, variant }: Place & { readonly schema: JsonObject }): Converted {
  const target = { id: to, dialect: to, ...(variant === undefined ? {} : { variant }) };
  const outcome = convert({ name: "t", inputSchema: schema }, { target, profile });
  if (outcome.type === "refused") throw new Error(outcome.reason);
  return outcome;
}

// The name that a property gets when nothing stands in its way.
function renamed(name: string, place: Place): string {
  const { lower } = convertRow({ ...place, schema: object({ [name]: STRING }) });
  return Object.keys(lower({ [name]: "" }) as JsonObject)[0] ?? "";
}
