// The fast path `ordinarySchema`: which keywords it may leave to their own files.

import type { Json, JsonObject } from "../model/json.ts";
import { keywordOf } from "../schema/keywords/index.ts";

/**
 * Whether all keywords of a schema but these can be lowered one by one, as they are. What a keyword's file says decides it: one
 * that is new, or means more than before, makes a schema leave the fast path.
 */
export function hasOrdinaryKeywords(schema: JsonObject, besides: ReadonlySet<string>): boolean {
  for (const name in schema) if (!besides.has(name) && !isOrdinary(name, schema[name] as Json)) return false;
  return true;
}

function isOrdinary(name: string, value: Json): boolean {
  const { complex, subschemas, loweredWith, role, wellFormed } = keywordOf(name);
  const isAlone = !complex && subschemas === undefined && loweredWith === undefined && role !== "definition";
  return isAlone && wellFormed(value);
}
