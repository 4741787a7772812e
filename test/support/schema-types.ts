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
