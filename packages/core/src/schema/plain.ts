import { legalName } from "../identity/names.ts";
import { areDistinct, copyJson, isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/profile.ts";
import { isRegularExpression } from "./rules/repair.ts";
import { isTypeName, typesOfKeyword, typesOfValues } from "./types.ts";
import { holds } from "./walk.ts";

/**
 * A copy of a schema that goes word for word to a target which takes nearly everything: well formed, without references,
 * unions and forms of older drafts. Nearly all tools are like this, so they are copied in the same look that tells it;
 * `undefined` where a schema needs more.
 */
export function copyPlainRoot(schema: JsonObject, profile: SchemaProfile): JsonObject | undefined {
  if (profile.keywords !== undefined || schema.type !== "object") return undefined;
  if (profile.rootProperties && schema.properties === undefined) return undefined;
  for (const keyword of profile.notAtRoot) if (schema[keyword] !== undefined) return undefined;
  return copyPlain(schema, profile, MAX_DEPTH);
}

const MAX_DEPTH = 32;

function copyPlain(schema: Json, profile: SchemaProfile, left: number): JsonObject | undefined {
  if (!isObject(schema) || left === 0) return undefined;
  if (profile.arraysNeedItems && schema.type === "array" && schema.items === undefined) return undefined;
  const copy: Record<string, Json> = { ...schema };
  for (const keyword in copy) {
    const value = copy[keyword] as Json;
    const own =
      holds(keyword) === undefined ? copyData(keyword, value, schema) : copyHolder(keyword, value, profile, left);
    if (own === undefined) return undefined;
    if (own !== value) copy[keyword] = own;
  }
  return copy;
}

function copyData(keyword: string, value: Json, schema: JsonObject): Json | undefined {
  if (!isPlainKeyword(keyword, value, schema)) return undefined;
  return typeof value === "object" ? copyJson(value) : value;
}

function isPlainKeyword(keyword: string, value: Json, schema: JsonObject): boolean {
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
    case "required":
      return isArray(value) && areDeclared(value, schema);
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
    default:
      return !SPECIAL.has(keyword);
  }
}

function copyHolder(keyword: string, value: Json, profile: SchemaProfile, left: number): Json | undefined {
  if (keyword === "properties") return isObject(value) ? copyProperties(value, profile, left - 1) : undefined;
  if (keyword === "items") return copyPlain(value, profile, left - 1);
  if (keyword !== "additionalProperties") return undefined;
  return typeof value === "boolean" ? value : copyPlain(value, profile, left - 1);
}

function copyProperties(properties: JsonObject, profile: SchemaProfile, left: number): JsonObject | undefined {
  const rule = profile.propertyNames;
  const copy: Record<string, Json> = { ...properties };
  for (const name in copy) {
    if (rule !== undefined && legalName(name, rule) !== name) return undefined;
    const own = copyPlain(copy[name] as Json, profile, left);
    if (own === undefined) return undefined;
    copy[name] = own;
  }
  return copy;
}

function areDeclared(required: readonly Json[], { properties }: JsonObject): boolean {
  if (!isObject(properties)) return required.length === 0;
  for (const name of required) if (typeof name !== "string" || !Object.hasOwn(properties, name)) return false;
  return areDistinct(required);
}

/** Keywords that hold no schema and still need a closer look. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "$recursiveRef", "nullable", "dependentRequired", "multipleOf", "uniqueItems"],
  ...["minProperties", "maxProperties", "minContains", "maxContains"],
]);
