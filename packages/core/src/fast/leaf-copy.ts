// The fast path `schemaCopy`, for schemas without subschemas.

import { areDistinct, copyJson, isArray } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";

/** The keywords that a copied leaf may have, as bits. */
export type LeafKeywords = number;

const DESCRIPTION: LeafKeywords = 1;
const TITLE: LeafKeywords = 2;
const ENUM: LeafKeywords = 4;
const DEFAULT: LeafKeywords = 8;

/** Those of them that are among the keywords of a target; all where it has no list of keywords. */
export function leafKeywords(supported: ReadonlySet<string> | undefined): LeafKeywords {
  let keywords: LeafKeywords = 0;
  for (const [name, bit] of BITS) if (supported === undefined || supported.has(name)) keywords |= bit;
  return keywords;
}

const BITS: ReadonlyMap<string, LeafKeywords> = new Map([
  ["description", DESCRIPTION],
  ["title", TITLE],
  ["enum", ENUM],
  ["default", DEFAULT],
]);

/**
 * A copy of a schema for a string, a number or a boolean that has nothing but keywords which the target supports. Most
 * schemas of real tools are of this kind. What it returns is what `lower/leaf` writes.
 */
export function copyLeaf(schema: JsonObject, supported: LeafKeywords): Record<string, Json> | undefined {
  const { type } = schema;
  if (type !== "string" && type !== "number" && type !== "integer" && type !== "boolean") return undefined;
  const found = keywordsOf(schema);
  return found === undefined || (found & ~supported) !== 0 ? undefined : copy(schema, type, found);
}

function keywordsOf(schema: JsonObject): LeafKeywords | undefined {
  let found: LeafKeywords = 0;
  for (const keyword in schema) {
    if (keyword === "type") continue;
    const value = schema[keyword] as Json;
    if (keyword === "description" && typeof value === "string") found |= DESCRIPTION;
    else if (keyword === "title" && typeof value === "string") found |= TITLE;
    else if (keyword === "enum" && schema.type === "string" && areDistinctStrings(value)) found |= ENUM;
    else if (keyword === "default") found |= DEFAULT;
    else return undefined;
  }
  return found;
}

function areDistinctStrings(values: Json): boolean {
  return (
    isArray(values) && values.length > 0 && values.every((value) => typeof value === "string") && areDistinct(values)
  );
}

// Objects that are made in few shapes are made fast, and read fast by all code after it.
function copy(schema: JsonObject, type: string, keywords: LeafKeywords): Record<string, Json> {
  const leaf: Record<string, Json> =
    (keywords & DESCRIPTION) === 0 ? { type } : { type, description: schema.description as Json };
  if ((keywords & TITLE) !== 0) leaf.title = schema.title as Json;
  if ((keywords & ENUM) !== 0) leaf.enum = (schema.enum as readonly Json[]).slice();
  if ((keywords & DEFAULT) !== 0) leaf.default = copyJson(schema.default as Json);
  return leaf;
}
