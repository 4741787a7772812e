// The fast path `ordinarySchema`: which keywords it may leave to their own files.

import type { Json } from "../model/json.ts";
import { keywordOf } from "../schema/keywords/index.ts";

/**
 * Whether a keyword can be lowered by itself, as it is. What its file says decides it: one that is new, or means more than before,
 * makes a schema leave the fast path.
 */
export function isOrdinaryKeyword(name: string, value: Json): boolean {
  if (name === "description" || name === "$schema" || name === "title") return typeof value === "string";
  const { complex, subschemas, loweredWith, role, wellFormed } = keywordOf(name);
  const isAlone = !complex && subschemas === undefined && loweredWith === undefined && role !== "definition";
  return isAlone && wellFormed(value);
}
