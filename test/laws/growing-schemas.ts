import type { Json, JsonObject } from "@toolglot/core";

export const STRING: JsonObject = { type: "string" };

/** Schemas that grow with a number; each family once took more than linear time, or looks as if it could. */
export const FAMILIES: Readonly<Record<string, (size: number) => Json>> = {
  "unions under allOf": (n) => ({ allOf: list(n, () => ({ anyOf: [{ type: "string" }, { type: "number" }] })) }),
  "unions of objects under allOf": (n) =>
    property({ allOf: list(n, (i) => ({ anyOf: [part("a", i), part("b", i)] })) }),
  "oneOf of constants": (n) => property({ oneOf: list(n, (i) => ({ const: i })) }),
  "oneOf of objects with a discriminator": (n) => property({ oneOf: list(n, (i) => variant(i)) }),
  "oneOf of objects that overlap": (n) => property({ oneOf: list(n, (i) => part("k", i)) }),
  "anyOf of maps": (n) => property({ anyOf: list(n, (i) => ({ ...map(`k${i}`), required: [`k${i}`] })) }),
  "allOf at the root": (n) => ({ allOf: list(n, (i) => part("p", i)) }),
  "allOf of open objects": (n) => ({ allOf: list(n, (i) => ({ ...part("p", i), additionalProperties: STRING })) }),
  "allOf of descriptions": (n) =>
    property({ allOf: list(n, (i) => ({ type: "string", description: `number ${i}.` })) }),
  "allOf beside unevaluatedProperties": (n) => ({
    type: "object",
    allOf: list(n, (i) => part("p", i)),
    unevaluatedProperties: false,
  }),
  "required of all properties": (n) => ({ ...object(n, () => STRING), required: list(n, (i) => `p${n - i - 1}`) }),
  "required of nothing declared": (n) => ({ ...object(1, () => STRING), required: list(n, (i) => `q${i}`) }),
  "references that double": (n) => ({
    type: "object",
    properties: { a: ref("d0") },
    $defs: chain(n, (next) => ({ type: "object", properties: { a: next, b: next } })),
  }),
  "references that double beside required": (n) => ({
    type: "object",
    required: ["x"],
    anyOf: [ref("d0")],
    $defs: chain(n, (next) => ({ anyOf: list(10, () => next) })),
  }),
  "references to a long enum": (n) => ({
    ...object(n, () => ref("e")),
    $defs: { e: { type: "string", enum: list(n, (i) => `v${i}`) } },
  }),
  "references to a long text": (n) => ({
    ...object(n, () => ref("e")),
    $defs: { e: { type: "string", description: "x".repeat(100 * n) } },
  }),
  "references to a long negation": (n) => ({
    ...object(n, () => ref("e")),
    $defs: { e: { type: "string", not: { enum: list(n, (i) => `v${i}`) } } },
  }),
  "references to properties of one name": (n) =>
    object(n, (i) => ({ type: "object", properties: { x: STRING, y: { $ref: `#/properties/p${i}/properties/x` } } })),
  "a deep schema": (n) => nested(n, (inner) => ({ type: "object", properties: { a: inner } })),
  "a deep negation": (n) => property(nested(n, (inner) => ({ not: inner }))),
  "conditions in each other": (n) => property(nested(n, (inner) => ({ if: part("a", 0), then: inner, else: {} }))),
  "an enum of objects": (n) => property({ enum: list(n, (i) => ({ a: i })) }),
  "an enum of one object, again and again": (n) => property({ enum: list(n, () => ({})) }),
  "two enums of objects": (n) =>
    property({ allOf: [{ enum: list(n, (i) => ({ a: i })) }, { enum: list(n, (i) => ({ a: i + 1 })) }] }),
  "an enum beside many bounds": (n) =>
    property({ enum: list(n, (i) => `v${i}`), allOf: list(n, () => ({ minLength: 1 })) }),
  "an enum beside many constants": (n) =>
    property({ enum: list(n, (i) => `v${i}`), anyOf: list(n, (i) => ({ const: `v${i}` })) }),
  "a described union": (n) => property({ description: "x".repeat(10 * n), anyOf: list(n, (i) => part("k", i)) }),
  "dependent schemas": (n) => ({ ...object(1, () => STRING), dependentSchemas: record(n, (i) => part("q", i)) }),
  "patterns beside properties": (n) => ({ ...object(n, () => STRING), patternProperties: record(n, () => STRING) }),
  "a long tuple": (n) => property({ type: "array", prefixItems: list(n, () => STRING) }),
  "many long tuples": (n) =>
    property({ allOf: list(n, () => ({ type: "array", prefixItems: list(50, () => STRING) })) }),
  "names that nobody takes": (n) => ({ type: "object", properties: record(n, () => STRING, "a b.") }),
  "a name of many characters": (n) => ({
    type: "object",
    properties: { ["n".repeat(100 * n)]: object(n, () => ({ type: "string", format: "odd" })) },
  }),
};

export function list<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

function record(length: number, make: (index: number) => Json, prefix = "p"): JsonObject {
  return Object.fromEntries(list(length, (index) => [`${prefix}${index}`, make(index)]));
}

export function object(length: number, make: (index: number) => Json): JsonObject {
  return { type: "object", properties: record(length, make) };
}

export function property(schema: Json): JsonObject {
  return { type: "object", properties: { x: schema } };
}

function part(prefix: string, index: number): JsonObject {
  return { type: "object", properties: { [`${prefix}${index}`]: STRING } };
}

function variant(index: number): JsonObject {
  return { type: "object", properties: { kind: { const: `k${index}` }, v: STRING }, required: ["kind"] };
}

function map(name: string): JsonObject {
  return { type: "object", properties: { [name]: { type: "object", additionalProperties: STRING } } };
}

export function ref(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` };
}

function chain(length: number, make: (next: JsonObject) => Json): JsonObject {
  const links = list(length, (index) => [`d${index}`, make(ref(`d${index + 1}`))] as const);
  return Object.fromEntries([...links, [`d${length}`, STRING]]);
}

function nested(depth: number, make: (inner: Json) => Json): Json {
  let schema: Json = STRING;
  for (let level = 0; level < depth; level++) schema = make(schema);
  return schema;
}
