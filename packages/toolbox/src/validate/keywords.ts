import { isJsonNumber, isObject, type Json } from "@toolglot/core";

/** The kind of value that a keyword takes. */
export type KeywordShape =
  | "schema"
  | "schema-list"
  | "schema-map"
  | "schema-or-list"
  | "dependencies"
  | "strings"
  | "strings-map"
  | "type"
  | "list"
  | "number"
  | "number-or-flag"
  | "flag"
  | "text"
  | "any";

/** The keywords that decide whether a value is valid, in drafts 4 to 2020-12. */
const SHAPES: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...["not", "if", "then", "else", "contains", "propertyNames"].map((key) => [key, "schema"] as const),
  ...["additionalProperties", "additionalItems"].map((key) => [key, "schema"] as const),
  ...["unevaluatedProperties", "unevaluatedItems"].map((key) => [key, "schema"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => [key, "schema-list"] as const),
  ...["properties", "$defs", "definitions", "dependentSchemas"].map((key) => [key, "schema-map"] as const),
  ...["minimum", "maximum", "multipleOf", "minLength", "maxLength"].map((key) => [key, "number"] as const),
  ...["minItems", "maxItems", "minContains", "maxContains"].map((key) => [key, "number"] as const),
  ...["minProperties", "maxProperties"].map((key) => [key, "number"] as const),
  ...["exclusiveMinimum", "exclusiveMaximum"].map((key) => [key, "number-or-flag"] as const),
  ...["$id", "id", "$ref", "$anchor"].map((key) => [key, "text"] as const),
  ["items", "schema-or-list"],
  ["dependencies", "dependencies"],
  ["required", "strings"],
  ["dependentRequired", "strings-map"],
  ["type", "type"],
  ["enum", "list"],
  ["const", "any"],
  ["uniqueItems", "flag"],
]);

/** Annotations, which do not affect validity; `format` is one since draft 2019-09. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...["title", "description", "$comment", "$schema", "$vocabulary", "default", "example", "examples", "deprecated"],
  ...["readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType", "contentSchema"],
]);

/** The kind of value that a keyword takes; `annotation` for annotations, `undefined` for unknown keywords. */
export function shapeOf(keyword: string): KeywordShape | "annotation" | undefined {
  return ANNOTATIONS.has(keyword) ? "annotation" : SHAPES.get(keyword);
}

/** Whether a keyword's value is well-formed. */
export function hasShape(shape: KeywordShape, value: Json): boolean {
  return CHECKS[shape](value);
}

const isText = (value: Json): boolean => typeof value === "string";
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isStrings = (value: Json): boolean => isList(value) && value.every(isText);
const isSchema = (value: Json): boolean => typeof value === "boolean" || isObject(value);
const isNumber = (value: Json): boolean => typeof value === "number" || isJsonNumber(value);
const isMap = (value: Json, check: (each: Json) => boolean): boolean =>
  isObject(value) && Object.values(value).every(check);

const CHECKS: Readonly<Record<KeywordShape, (value: Json) => boolean>> = {
  schema: isSchema,
  "schema-list": (value) => isList(value) && value.every(isSchema),
  "schema-map": (value) => isMap(value, isSchema),
  "schema-or-list": (value) => isSchema(value) || (isList(value) && value.every(isSchema)),
  dependencies: (value) => isMap(value, (each) => isSchema(each) || isStrings(each)),
  strings: isStrings,
  "strings-map": (value) => isMap(value, isStrings),
  type: (value) => isText(value) || isStrings(value),
  list: isList,
  number: isNumber,
  "number-or-flag": (value) => isNumber(value) || typeof value === "boolean",
  flag: (value) => typeof value === "boolean",
  text: isText,
  any: () => true,
};
