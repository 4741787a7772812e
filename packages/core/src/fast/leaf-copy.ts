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
  const leaf = readLeaf(schema);
  return leaf === undefined || (leaf.found & ~supported) !== 0 ? undefined : writeLeaf(leaf, leaf.found);
}

/** The values of a leaf's keywords, and which it has. */
export interface LeafValues {
  found: LeafKeywords;
  type: Json;
  description: Json;
  title: Json;
  enum: readonly Json[];
  default: Json;
}

/**
 * Reads a schema for a string, a number or a boolean; undefined for others, and where one of these keywords is malformed. Each
 * keyword is visited once: to read it by its name, in objects of hundreds of shapes, would take longer than to copy it.
 */
export function readLeaf(schema: JsonObject): LeafValues | undefined {
  const leaf: LeafValues = { found: 0, type: null, description: null, title: null, enum: NONE, default: null };
  for (const keyword in schema) if (!readKeyword(keyword, schema[keyword] as Json, leaf)) return undefined;
  if ((leaf.found & ENUM) !== 0 && (leaf.type !== "string" || !areDistinctStrings(leaf.enum))) return undefined;
  return leaf.type === null ? undefined : leaf;
}

const NONE: readonly Json[] = [];

function readKeyword(keyword: string, value: Json, leaf: LeafValues): boolean {
  switch (keyword) {
    case "type":
      leaf.type = value;
      return value === "string" || value === "number" || value === "integer" || value === "boolean";
    case "description":
      leaf.description = value;
      leaf.found |= DESCRIPTION;
      return typeof value === "string";
    case "title":
      leaf.title = value;
      leaf.found |= TITLE;
      return typeof value === "string";
    case "enum":
      leaf.enum = value as readonly Json[];
      leaf.found |= ENUM;
      return isArray(value);
    case "default":
      leaf.default = value;
      leaf.found |= DEFAULT;
      return true;
    default:
      leaf.found |= OTHER;
      return true;
  }
}

/** Whether there are keywords that have no bit of their own. */
export function hasOthers(keywords: LeafKeywords): boolean {
  return (keywords & OTHER) !== 0;
}

function areDistinctStrings(values: readonly Json[]): boolean {
  if (values.length === 0) return false;
  for (const value of values) if (typeof value !== "string") return false;
  return areDistinct(values);
}

/** A leaf with some of its keywords. Objects that are made in few shapes are made fast, and read fast by all code after it. */
export function writeLeaf(
  { type, description, title, enum: values, default: fallback }: LeafValues,
  keywords: LeafKeywords,
): Record<string, Json> {
  const leaf: Record<string, Json> = (keywords & DESCRIPTION) === 0 ? { type } : { type, description };
  if ((keywords & TITLE) !== 0) leaf.title = title;
  if ((keywords & ENUM) !== 0) leaf.enum = values.slice();
  if ((keywords & DEFAULT) !== 0) leaf.default = copyJson(fallback);
  return leaf;
}
