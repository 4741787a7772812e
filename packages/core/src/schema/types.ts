import { isJsonNumber } from "../json/number.ts";
import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { JsonType } from "../model/schema.ts";

/** A set of JSON types as bits. `integer` is a subset of `number`, so that `number` has both bits. */
export type Types = number;

export const NULL: Types = 1;
export const BOOLEAN: Types = 2;
export const STRING: Types = 4;
export const INTEGER: Types = 8;
export const FRACTION: Types = 16;
export const NUMBER: Types = INTEGER | FRACTION;
export const ARRAY: Types = 32;
export const OBJECT: Types = 64;
export const ALL: Types = 127;
export const NONE: Types = 0;

/** Whether a value is one of the seven type names. */
export function isTypeName(value: Json | undefined): value is JsonType {
  return typeof value === "string" && typesNamed(value) !== NONE;
}

/** The types that the value of `type` names; all types if it is absent. */
export function typesOfKeyword(type: Json | undefined): Types {
  if (typeof type === "string") return typesNamed(type) || ALL;
  if (!isArray(type)) return ALL;
  let types: Types = NONE;
  for (const each of type) if (typeof each === "string") types |= typesNamed(each);
  return types;
}

/** The types that a type name stands for; none if it is not a type name. */
export function typesNamed(name: string): Types {
  switch (name) {
    case "string":
      return STRING;
    case "object":
      return OBJECT;
    case "number":
      return NUMBER;
    case "boolean":
      return BOOLEAN;
    case "array":
      return ARRAY;
    case "integer":
      return INTEGER;
    case "null":
      return NULL;
    default:
      return NONE;
  }
}

/** The names of a set of types, in the order in which people usually write them. */
export function typeNames(types: Types): JsonType[] {
  const names: JsonType[] = [];
  if (types & OBJECT) names.push("object");
  if (types & ARRAY) names.push("array");
  if (types & STRING) names.push("string");
  if (types & FRACTION) names.push("number");
  else if (types & INTEGER) names.push("integer");
  if (types & BOOLEAN) names.push("boolean");
  if (types & NULL) names.push("null");
  return names;
}

/** Whether a set has exactly one type; `number` with `integer` counts as one. */
export function isOneType(types: Types): boolean {
  return types === NUMBER || (types !== NONE && (types & (types - 1)) === 0);
}

/** The type of a value. */
export function typeOfValue(value: Json): Types {
  if (value === null) return NULL;
  if (typeof value === "boolean") return BOOLEAN;
  if (typeof value === "string") return STRING;
  if (typeof value === "number" || isJsonNumber(value)) return Number.isInteger(Number(value)) ? INTEGER : FRACTION;
  return isArray(value) ? ARRAY : OBJECT;
}

/** The types that a schema's own keywords allow, without following references or conditions. */
export function typesOfSchema(schema: Json, depth = 0): Types {
  if (schema === false) return NONE;
  if (!isObject(schema) || depth > MAX_DEPTH) return ALL;
  let types = typesOfKeyword(schema.type);
  if (schema.nullable === true) types |= NULL;
  if (isArray(schema.enum)) types &= typesOfValues(schema.enum);
  if (Object.hasOwn(schema, "const")) types &= typeOfValue(schema.const ?? null);
  return types & typesOfUnions(schema, depth + 1);
}

function typesOfUnions(schema: JsonObject, depth: number): Types {
  let types = ALL;
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (isArray(branches)) types &= branches.reduce((all: Types, branch) => all | typesOfSchema(branch, depth), NONE);
  }
  const all = schema.allOf;
  return isArray(all) ? all.reduce((left: Types, branch) => left & typesOfSchema(branch, depth), types) : types;
}

const MAX_DEPTH = 64;

/** The types of a list of values. */
export function typesOfValues(values: readonly Json[]): Types {
  return values.reduce((types: Types, value) => types | typeOfValue(value), NONE);
}
