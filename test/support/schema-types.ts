import { isObject, type Json, type JsonObject } from "./json.ts";
import { mapSubschemas } from "./schema.ts";

/** A schema with OpenAPI's `nullable: true` read as what it means: null as well. */
export function withNull(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const read = mapSubschemas(schema, withNull);
  if (read.nullable !== true) return read;
  const { nullable: _, ...rest } = read;
  const types = rest.type === undefined ? {} : { type: [rest.type, "null"].flat() };
  return { ...rest, ...types, ...(Array.isArray(rest.enum) ? { enum: [...rest.enum, null] } : {}) };
}

/** A schema with type names of other worlds (`dict`, `float`, `STRING`, …) read as what they plainly mean. */
export function withStandardTypes(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const read = mapSubschemas(schema, withStandardTypes);
  return readType(read);
}

function readType(schema: JsonObject): JsonObject {
  if (schema.type === undefined || isObject(schema.type)) return schema;
  const names = [schema.type].flat().map((name) => TYPES[String(name).toLowerCase()]);
  const { type, ...rest } = schema;
  if (names.includes(undefined)) return schema;
  if (names.includes("any")) return rest;
  return { ...schema, type: Array.isArray(type) ? (names as string[]) : (names[0] as string) };
}

const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  str: "string",
  number: "number",
  float: "number",
  double: "number",
  integer: "integer",
  int: "integer",
  long: "integer",
  boolean: "boolean",
  bool: "boolean",
  object: "object",
  dict: "object",
  hashmap: "object",
  array: "array",
  list: "array",
  arraylist: "array",
  tuple: "array",
  null: "null",
  any: "any",
};

/**
 * A schema as the library reads it: keywords that speak of one type of value mean a value of that type, unless the types are stated, be it by
 * the branches of a union.
 */
export function asMeant(schema: Json, around: readonly string[] = []): Json {
  if (!isObject(schema)) return schema;
  const implied = [...new Set([...around, ...Object.keys(schema).flatMap((keyword) => IMPLIED[keyword] ?? [])])];
  const read = withNull(mapSubschemas(schema, (child) => asMeant(child))) as JsonObject;
  for (const keyword of BRANCHES) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) read[keyword] = branches.map((branch) => asMeant(branch, implied));
  }
  const isStated = STATING.some((keyword) => schema[keyword] !== undefined);
  return isStated || implied.length === 0 ? read : { ...read, type: implied };
}

const BRANCHES: readonly string[] = ["anyOf", "oneOf", "allOf"];
const STATING: readonly string[] = [...BRANCHES, "type", "enum", "const", "$ref"];

const IMPLIED: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...impliedBy("object", "properties required additionalProperties propertyNames minProperties maxProperties"),
  ...impliedBy("array", "items prefixItems contains minItems maxItems uniqueItems"),
  ...impliedBy("string", "minLength maxLength pattern"),
  ...impliedBy("number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
]);

function impliedBy(type: string, keywords: string): (readonly [string, readonly string[]])[] {
  return keywords.split(" ").map((keyword) => [keyword, [type]]);
}
