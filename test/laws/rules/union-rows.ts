import {
  CLAUDE,
  EXECUTABLE,
  GEMINI,
  INTEGER,
  MAP,
  maybe,
  object,
  optional,
  PAIR,
  POINT,
  PROTO,
  type Row,
  rows,
  STRICT,
  STRING,
  tool,
} from "./row.ts";

/** Unions, lists of types, `allOf` and what may be null. */
export const UNION_ROWS: readonly Row[] = [
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
];
