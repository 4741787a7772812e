import type { JsonObject } from "../../support/json.ts";
import {
  CLAUDE,
  CLAUDE_STRICT,
  convertRow,
  GEMINI,
  INTEGER,
  MAP,
  maybe,
  object,
  optional,
  type Place,
  POINT,
  PROTO,
  parsed,
  type Row,
  rows,
  STRICT,
  STRING,
  tool,
} from "./row.ts";

/** Objects, their properties, and maps. */
export const OBJECT_ROWS: readonly Row[] = [
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
  ...[STRICT, CLAUDE_STRICT].flatMap((place) =>
    rows("close-object", place, {
      plain: [tool({ at: POINT })],
      "in a list": [tool({ all: { type: "array", items: POINT } })],
    }),
  ),
];

// The name that a property gets when nothing stands in its way.
function renamed(name: string, place: Place): string {
  const { lower } = convertRow({ ...place, schema: object({ [name]: STRING }) });
  return Object.keys(lower({ [name]: "" }) as JsonObject)[0] ?? "";
}
