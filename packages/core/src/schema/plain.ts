import { legalName } from "../identity/names.ts";
import { areDistinct, copyJson, isArray, isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/profile.ts";
import { isRegularExpression } from "./rules/repair.ts";
import { isTypeName, typesOfKeyword, typesOfValues } from "./types.ts";
import { subschemaLayout } from "./walk.ts";

/**
 * A copy of a schema that goes word for word to a target which takes nearly everything: well formed, without references
 * and forms of older drafts. Nearly all tools are like this, so they are copied in the same look that tells it;
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
  const copy: Record<string, Json> = {};
  const below = { profile, left: left - 1 };
  for (const keyword in schema) {
    const own = copyKeyword(keyword, schema[keyword] as Json, schema, below);
    if (own === undefined) return undefined;
    setKey(copy, keyword, own);
  }
  return copy;
}

/** What is spoken, and how many levels may follow. */
interface Below {
  readonly profile: SchemaProfile;
  readonly left: number;
}

function copyKeyword(keyword: string, value: Json, schema: JsonObject, below: Below): Json | undefined {
  switch (keyword) {
    case "type":
      return isTypeName(value) ? value : undefined;
    case "description":
    case "title":
    case "format":
    case "$schema":
      return typeof value === "string" ? value : undefined;
    case "properties":
      return isObject(value) ? copyProperties(value, below) : undefined;
    case "required":
      return isArray(value) && areDeclared(value, schema) ? value.slice() : undefined;
    case "additionalProperties":
      return typeof value === "boolean" ? value : copyPlain(value, below.profile, below.left);
    case "items":
      return copyPlain(value, below.profile, below.left);
    case "enum":
      return isArray(value) && isPossible(value, schema) ? copyJson(value) : undefined;
    case "anyOf":
    case "oneOf":
      return isArray(value) && value.length > 0 ? copyBranches(value, below) : undefined;
    case "pattern":
      return typeof value === "string" && isRegularExpression(value) ? value : undefined;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return typeof value === "number" ? value : undefined;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
      return typeof value === "number" && value >= 0 ? value : undefined;
    default:
      return SPECIAL.has(keyword) || subschemaLayout(keyword) !== undefined ? undefined : copyJson(value);
  }
}

function isPossible(values: readonly Json[], { type }: JsonObject): boolean {
  return values.length > 0 && (typesOfKeyword(type) & typesOfValues(values)) !== 0;
}

function copyBranches(branches: readonly Json[], { profile, left }: Below): readonly Json[] | undefined {
  const copies: Json[] = [];
  for (const branch of branches) {
    const own = copyPlain(branch, profile, left);
    if (own === undefined) return undefined;
    copies.push(own);
  }
  return copies;
}

function copyProperties(properties: JsonObject, { profile, left }: Below): JsonObject | undefined {
  const rule = profile.propertyNames;
  const copy: Record<string, Json> = {};
  for (const name in properties) {
    if (rule !== undefined && legalName(name, rule) !== name) return undefined;
    const own = copyPlain(properties[name] as Json, profile, left);
    if (own === undefined) return undefined;
    setKey(copy, name, own);
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
