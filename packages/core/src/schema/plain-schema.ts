// Schemas in which nothing changes: all that small bundles translate, and the fast path `schemaCopy` of the others.

import type { Budget } from "../budget.ts";
import { legalName } from "../identity/names.ts";
import { sourceText } from "../json/source-text.ts";
import { areDistinct, copyJson, isArray, isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";
import { isType } from "./keywords/value-forms.ts";
import { isPlainKeyword } from "./plain-keywords.ts";
import { isTypeName, typesOfKeyword, typesOfValues } from "./types.ts";

/**
 * A copy of a schema for a target that takes every keyword, where nothing in the schema has to change: it is well formed, refers
 * to its own definitions alone, has no forms of older drafts, and is not so large that it should be copied in steps. Nearly all
 * tools are like this, and are checked and copied in one pass. `undefined` for all others, which are left to a rewriter, and for those
 * that have an unwanted keyword.
 */
export function copyPlainSchema(
  schema: JsonObject,
  profile: SchemaProfile,
  budget: Budget,
  isUnwanted?: IsUnwanted,
): JsonObject | undefined {
  if (profile.keywords !== undefined || schema.type !== "object") return undefined;
  if (profile.rootProperties && schema.properties === undefined) return undefined;
  for (const keyword in schema) if (profile.notAtRoot.has(keyword)) return undefined;
  return copyWhole(schema, profile, budget, isUnwanted);
}

/** Selects the keywords that a schema must not have. */
export type IsUnwanted = (keyword: string, value: Json) => boolean;

/** The same for the schema of an output, of whose root targets ask nothing. */
export function copyPlainOutput(schema: JsonObject, profile: SchemaProfile, budget: Budget): JsonObject | undefined {
  return profile.keywords === undefined ? copyWhole(schema, profile, budget) : undefined;
}

function copyWhole(
  schema: JsonObject,
  profile: SchemaProfile,
  budget: Budget,
  isUnwanted?: IsUnwanted,
): JsonObject | undefined {
  const state = copyState(profile, profile.refs === "keep" ? schema : undefined, isUnwanted);
  // Nobody changes a schema whose text is known, and with its text it is written faster than a copy would be.
  state.isKept = sourceText(schema) !== undefined;
  const copy = copySubschema(schema, state);
  // The root is not counted, as in the reference path.
  if (copy !== undefined) budget.spend(state.schemas - 1);
  return copy;
}

/** The state before the first schema is copied. References that lead to none of the definitions have to be inlined. */
export function copyState(profile: SchemaProfile, definitions?: JsonObject, isUnwanted?: IsUnwanted): CopyState {
  return { profile, definitions, isUnwanted, isKept: false, left: MAX_DEPTH, schemas: 0, values: 0 };
}

/** How deep schemas may be nested. */
const MAX_DEPTH = 32;

/** How many subschemas, and values in enumerations, are copied at once. */
const MAX_SCHEMAS = 500;
const MAX_VALUES = 2_000;

/** A copy of a schema below the root, under the same conditions. After one that cannot be copied, the state is of no use. */
export function copySubschema(schema: Json, state: CopyState): JsonObject | undefined {
  const { profile, isUnwanted } = state;
  if (!isObject(schema) || state.left === 0 || ++state.schemas > MAX_SCHEMAS) return undefined;
  if (profile.arraysNeedItems && schema.items === undefined && namesArray(schema.type)) return undefined;
  const copy: Record<string, Json> = {};
  state.left--;
  for (const keyword in schema) {
    const value = schema[keyword] as Json;
    const own = isUnwanted?.(keyword, value) ? undefined : copyKeyword(keyword, value, schema, state);
    if (own === undefined) return undefined;
    if (!state.isKept) setKeyword(copy, keyword, own);
  }
  state.left++;
  return state.isKept ? schema : copy;
}

/** The profile, how many levels of subschemas may follow, and how much was copied so far. */
interface CopyState {
  readonly profile: SchemaProfile;
  readonly definitions: JsonObject | undefined;
  readonly isUnwanted: IsUnwanted | undefined;
  /** Whether schemas are only checked, and kept as they are. */
  isKept: boolean;
  left: number;
  schemas: number;
  values: number;
}

// The two most frequent keys are written fastest by name.
function setKeyword(schema: Record<string, Json>, keyword: string, value: Json): void {
  if (keyword === "type") schema.type = value;
  else if (keyword === "description") schema.description = value;
  else setKey(schema, keyword, value);
}

// The most frequent keywords have a case of their own; the others are looked up.
function copyKeyword(keyword: string, value: Json, schema: JsonObject, below: CopyState): Json | undefined {
  switch (keyword) {
    case "type":
      return isTypeName(value) ? value : copyTypes(value);
    case "description":
    case "title":
      return typeof value === "string" ? value : undefined;
    case "properties":
      return isObject(value) ? copyProperties(value, below) : undefined;
    case "required":
      return isArray(value) && areDeclared(value, schema) ? copyValue(value, below) : undefined;
    case "additionalProperties":
    case "items":
    case "propertyNames":
    case "contains":
    case "not":
    case "if":
    case "then":
    case "else":
      return typeof value === "boolean" ? value : copySubschema(value, below);
    case "enum":
      return isArray(value) && isPossible(value, schema, below) ? copyValue(value, below) : undefined;
    case "anyOf":
    case "oneOf":
    case "allOf":
      return isArray(value) && value.length > 0 ? copyBranches(value, below) : undefined;
    case "$defs":
    case "definitions":
      return isObject(value) ? copyEach(value, below) : undefined;
    case "$ref":
      return isDefined(value, below) ? value : undefined;
    default:
      return isPlainKeyword(keyword, value) ? copyValue(value, below) : undefined;
  }
}

function copyValue(value: Json, { isKept }: CopyState): Json {
  return isKept ? value : copyJson(value);
}

function copyTypes(types: Json): Json | undefined {
  return isArray(types) && isType(types) ? types.slice() : undefined;
}

function namesArray(type: Json | undefined): boolean {
  return type === "array" || (isArray(type) && type.includes("array"));
}

// Whatever else a reference may name is resolved by a rewriter.
function isDefined(ref: Json, { definitions }: CopyState): boolean {
  const [, container = "", name = ""] = /^#\/(\$defs|definitions)\/([\w.-]+)$/.exec(String(ref)) ?? [];
  const named = definitions?.[container];
  return named !== undefined && isObject(named) && Object.hasOwn(named, name);
}

function isPossible(values: readonly Json[], { type }: JsonObject, state: CopyState): boolean {
  state.values += values.length;
  if (state.values > MAX_VALUES) return false;
  return values.length > 0 && (typesOfKeyword(type) & typesOfValues(values)) !== 0;
}

function copyBranches(branches: readonly Json[], below: CopyState): readonly Json[] | undefined {
  const copies: Json[] = [];
  for (const branch of branches) {
    const own = copySubschema(branch, below);
    if (own === undefined) return undefined;
    copies.push(own);
  }
  return copies;
}

function copyProperties(properties: JsonObject, below: CopyState): JsonObject | undefined {
  const rule = below.profile.propertyNames;
  if (rule !== undefined) for (const name in properties) if (legalName(name, rule) !== name) return undefined;
  return copyEach(properties, below);
}

function copyEach(schemas: JsonObject, below: CopyState): JsonObject | undefined {
  const copy: Record<string, Json> = {};
  for (const name in schemas) {
    const own = copySubschema(schemas[name] as Json, below);
    if (own === undefined) return undefined;
    if (!below.isKept) setKey(copy, name, own);
  }
  return copy;
}

function areDeclared(required: readonly Json[], { properties }: JsonObject): boolean {
  if (!isObject(properties)) return required.length === 0;
  for (const name of required) if (typeof name !== "string" || !Object.hasOwn(properties, name)) return false;
  return areDistinct(required);
}
