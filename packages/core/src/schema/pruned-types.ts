import { isObject } from "../json/value.ts";
import type { JsonObject } from "../model/json.ts";
import { keywordOf } from "./keywords/index.ts";
import { impliedTypes } from "./lower/implied-types.ts";
import type { Source } from "./source.ts";
import { ALL, NONE, type Types, typesOfSchema } from "./types.ts";

/**
 * Whether a schema from which keywords were removed would be read as narrower than before: where a union or a reference that allowed
 * other types is gone, the rest seems to imply its own types as the only ones.
 */
export function wouldNarrow(pruned: JsonObject, before: JsonObject, source: Source): boolean {
  const isWhole = Object.keys(pruned).length === Object.keys(before).length;
  if (isWhole || typesOfSchema(pruned) !== ALL) return false;
  return (typesRead(before, source) & ~impliedTypes([{ schema: pruned }])) !== NONE;
}

// The types that a schema states or, where it states none, those that its keywords and the ones of its branches imply.
function typesRead(schema: JsonObject, source: Source): Types {
  const names = Object.keys(schema);
  const own = names.filter((name) => keywordOf(name).inPlace === undefined);
  const branches = names.flatMap((name) => (own.includes(name) ? [] : (schema[name] ?? []))).filter(isObject);
  return [...own, ...branches.flatMap(Object.keys)].some(statesTypes)
    ? source.types(schema)
    : impliedTypes([schema, ...branches].map((each) => ({ schema: each })));
}

function statesTypes(name: string): boolean {
  const { role, inPlace, loweredWith } = keywordOf(name);
  return name === "type" || role === "reference" || inPlace !== undefined || loweredWith === "values";
}
