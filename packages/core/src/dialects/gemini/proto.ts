import { isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import { Place } from "../../place.ts";
import { expandNullable } from "../../schema/rules/nullable.ts";
import { mapSubschemas, subschemaLayout } from "../../schema/walk.ts";

/**
 * The Schema proto as JSON Schema: types in small letters, `nullable` as a type, 64-bit counts as numbers.
 * A schema that is JSON Schema already is returned as it is.
 * https://ai.google.dev/api/caching#Schema
 */
export function fromProto(schema: JsonSchema): JsonSchema {
  return read(schema, 0) as JsonSchema;
}

function read(schema: Json, depth: number): Json {
  if (!isObject(schema) || depth > MAX_DEPTH) return schema;
  let changed = schema.nullable === true;
  const result: Record<string, Json> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null;
    const own = readKeyword(keyword, value, depth);
    changed ||= own !== value;
    setKey(result, keyword, own);
  }
  if (!changed) return schema;
  return schema.nullable === true ? expandNullable(result) : result;
}

function readKeyword(keyword: string, value: Json, depth: number): Json {
  if (keyword === "type" && typeof value === "string" && TYPES.has(value)) return value.toLowerCase();
  if (COUNTS.has(keyword) && typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  if (subschemaLayout(keyword) === undefined) return value;
  let changed = false;
  const mapped = mapSubschemas(keyword, value, Place.root, (child) => {
    const own = read(child, depth + 1);
    changed ||= own !== child;
    return own;
  });
  return changed ? mapped : value;
}

const TYPES: ReadonlySet<string> = new Set(["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"]);
const COUNTS: ReadonlySet<string> = new Set([
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);
const MAX_DEPTH = 256;
