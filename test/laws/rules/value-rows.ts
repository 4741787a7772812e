import {
  CLAUDE,
  CLAUDE_STRICT,
  EXECUTABLE,
  GEMINI,
  INTEGER,
  MAP,
  maybe,
  object,
  PAIR,
  POINT,
  PROTO,
  type Row,
  rows,
  STRICT,
  STRING,
  TREE,
  tool,
} from "./row.ts";

/** Values, lists, tuples, bounds and references. */
export const VALUE_ROWS: readonly Row[] = [
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
  ...rows("const-to-enum", GEMINI, {
    "a text": [tool({ fixed: { const: "only" }, free: STRING })],
    typed: [tool({ fixed: { type: "string", const: "only" }, free: STRING })],
    "a number": [tool({ fixed: { const: 7 }, free: STRING })],
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
