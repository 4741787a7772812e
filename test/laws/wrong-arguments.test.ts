import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../support/json.ts";
import {
  convertRow,
  EXECUTABLE,
  INTEGER,
  MAP,
  object,
  optional,
  PAIR,
  type Place,
  PROTO,
  STRICT,
  STRING,
} from "./rules/row.ts";

/** Arguments that a model got wrong, which must reach the tool as they are. */
interface Wrong extends Place {
  readonly rule: string;
  readonly schema: JsonObject;
  readonly values: readonly Json[];
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
  test.each(wrong.values.map((value) => [JSON.stringify(value), value]))("leaves %s alone", (_text, value) => {
    expect(convertRow(wrong).lift(value as Json)).toEqual(value);
  });
});
