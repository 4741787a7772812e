// The fast path `ordinarySchema`, for schemas without subschemas that need no change.

import { areDistinct, copyJson, isArray } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";

/** The keywords that a copied leaf may have, as bits. */
export type LeafKeywords = number;

const DESCRIPTION: LeafKeywords = 1;
const TITLE: LeafKeywords = 2;
const ENUM: LeafKeywords = 4;
const DEFAULT: LeafKeywords = 8;
/** Any other keyword: no target supports it here. */
const OTHER: LeafKeywords = 16;

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
  const found = keywordsOfLeaf(schema);
  return found === undefined || (found & ~supported) !== 0 ? undefined : copyOfLeaf(schema, found);
}

/** The keywords of a schema for a string, a number or a boolean; undefined for others, and where one of these is malformed. */
export function keywordsOfLeaf(schema: JsonObject): LeafKeywords | undefined {
  const { type } = schema;
  if (type !== "string" && type !== "number" && type !== "integer" && type !== "boolean") return undefined;
  let found: LeafKeywords = 0;
  for (const keyword in schema) {
    if (keyword === "type") continue;
    const bit = keywordBit(keyword, schema[keyword] as Json, type);
    if (bit === 0) return undefined;
    found |= bit;
  }
  return found;
}

function keywordBit(keyword: string, value: Json, type: string): LeafKeywords {
  switch (keyword) {
    case "description":
      return typeof value === "string" ? DESCRIPTION : 0;
    case "title":
      return typeof value === "string" ? TITLE : 0;
    case "enum":
      return type === "string" && areDistinctStrings(value) ? ENUM : 0;
    case "default":
      return DEFAULT;
    default:
      return OTHER;
  }
}

/** Whether there are keywords that have no bit of their own. */
export function hasOthers(keywords: LeafKeywords): boolean {
  return (keywords & OTHER) !== 0;
}

function areDistinctStrings(values: Json): boolean {
  if (!isArray(values) || values.length === 0) return false;
  for (const value of values) if (typeof value !== "string") return false;
  return areDistinct(values);
}

/** A leaf with these keywords. Objects that are made in few shapes are made fast, and read fast by all code after it. */
export function copyOfLeaf(schema: JsonObject, keywords: LeafKeywords): Record<string, Json> {
  const type = schema.type as Json;
  const leaf: Record<string, Json> =
    (keywords & DESCRIPTION) === 0 ? { type } : { type, description: schema.description as Json };
  if ((keywords & TITLE) !== 0) leaf.title = schema.title as Json;
  if ((keywords & ENUM) !== 0) leaf.enum = (schema.enum as readonly Json[]).slice();
  if ((keywords & DEFAULT) !== 0) leaf.default = copyJson(schema.default as Json);
  return leaf;
}
