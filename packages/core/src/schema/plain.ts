import { legalName } from "../identity/names.ts";
import { copyJson, isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/profile.ts";
import { isRegularExpression } from "./rules/repair.ts";
import { isTypeName, typesOfKeyword, typesOfValues } from "./types.ts";
import { holds } from "./walk.ts";

/**
 * Whether a schema goes word for word to a target that takes nearly everything: well formed, without references,
 * unions and forms of older drafts. Nearly all tools are like this, so they are told by one look at each keyword.
 */
export function isPlainRoot(schema: JsonObject, profile: SchemaProfile): boolean {
  if (profile.keywords !== undefined || schema.type !== "object") return false;
  if (profile.rootProperties && schema.properties === undefined) return false;
  for (const keyword of profile.notAtRoot) if (schema[keyword] !== undefined) return false;
  return isPlain(schema, profile, MAX_DEPTH);
}

/** A copy of a plain schema that shares nothing with it. */
export function copyPlain(schema: JsonObject): JsonObject {
  return copyJson(schema);
}

const MAX_DEPTH = 32;

function isPlain(schema: Json, profile: SchemaProfile, left: number): boolean {
  if (!isObject(schema) || left === 0) return false;
  for (const keyword in schema) if (!isPlainKeyword(keyword, schema, profile, left)) return false;
  return !(profile.arraysNeedItems && schema.type === "array" && schema.items === undefined);
}

function isPlainKeyword(keyword: string, schema: JsonObject, profile: SchemaProfile, left: number): boolean {
  const value = schema[keyword] as Json;
  switch (keyword) {
    case "type":
      return isTypeName(value);
    case "description":
    case "title":
    case "format":
    case "$schema":
      return typeof value === "string";
    case "pattern":
      return typeof value === "string" && isRegularExpression(value);
    case "properties":
      return isObject(value) && arePlainProperties(value, profile, left - 1);
    case "required":
      return isArray(value) && areDeclared(value, schema);
    case "items":
      return isPlain(value, profile, left - 1);
    case "additionalProperties":
      return typeof value === "boolean" || isPlain(value, profile, left - 1);
    case "enum":
      return isArray(value) && value.length > 0 && (typesOfKeyword(schema.type) & typesOfValues(value)) !== 0;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return typeof value === "number";
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
      return typeof value === "number" && value >= 0;
    case "default":
    case "const":
    case "examples":
      return true;
    default:
      return !SPECIAL.has(keyword) && holds(keyword) === undefined;
  }
}

function arePlainProperties(properties: JsonObject, profile: SchemaProfile, left: number): boolean {
  const rule = profile.propertyNames;
  for (const name of Object.keys(properties)) {
    if (rule !== undefined && legalName(name, rule) !== name) return false;
    if (!isPlain(properties[name] as Json, profile, left)) return false;
  }
  return true;
}

function areDeclared(required: readonly Json[], { properties }: JsonObject): boolean {
  if (!isObject(properties)) return required.length === 0;
  for (let index = 0; index < required.length; index++) {
    const name = required[index];
    if (typeof name !== "string" || !Object.hasOwn(properties, name) || required.indexOf(name) !== index) return false;
  }
  return true;
}

/** Keywords that hold no schema and still need a closer look. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "$recursiveRef", "nullable", "dependentRequired", "multipleOf", "uniqueItems"],
  ...["minProperties", "maxProperties", "minContains", "maxContains"],
]);
