// The fast path `ordinarySchema`: which keywords it may leave to their own files.

import type { Json, JsonObject } from "../model/json.ts";
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

/**
 * The union of a schema that is split into cases when it is lowered; undefined where there are two, or something else has to be
 * resolved, merged, compared or repaired first.
 */
export function onlyUnion(schema: JsonObject): "anyOf" | "oneOf" | "none" | undefined {
  let union: "anyOf" | "oneOf" | "none" = "none";
  for (const name in schema) {
    const { complex, alternatives, wellFormed } = keywordOf(name);
    if (!wellFormed(schema[name] as Json) || alternatives === "values") return undefined;
    if (!complex) continue;
    if ((name !== "anyOf" && name !== "oneOf") || union !== "none") return undefined;
    union = name;
  }
  return union;
}
