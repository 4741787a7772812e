import { keywordOf } from "../keywords/index.ts";
import type { SchemaPart } from "../source.ts";
import { ALL, NONE, type Types } from "../types.ts";

/** The types that the keywords of schemas without `type` imply; all types if they imply none. */
export function impliedTypes(parts: readonly Pick<SchemaPart, "schema">[]): Types {
  let types: Types = NONE;
  for (const { schema } of parts) {
    for (const name of Object.keys(schema)) {
      const keyword = keywordOf(name);
      if (keyword.impliesType) types |= keyword.types;
    }
  }
  return types === NONE ? ALL : types;
}
