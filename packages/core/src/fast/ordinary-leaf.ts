// The fast path `ordinarySchema`, for strings, numbers and booleans.

import type { Json, JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { Lowering } from "../schema/context.ts";
import { SchemaDraft } from "../schema/lower/draft.ts";
import { finishLeaf, isLeaf } from "../schema/lower/leaf.ts";
import { typesNamed } from "../schema/types.ts";
import { hasOthers, readLeaf, writeLeaf } from "./leaf-copy.ts";

/** Lowers a leaf in one pass; undefined for all other schemas. Its place is only made where something may be reported. */
export function lowerOrdinaryLeaf(
  schema: JsonObject,
  name: string,
  around: Place,
  context: Lowering,
): Record<string, Json> | undefined {
  const values = readLeaf(schema);
  if (values === undefined || context.childProfile.unrestricted) return undefined;
  const { found } = values;
  const { leafKeywords } = context.childProfile;
  if (hasOthers(found) && !isLeaf(schema)) return undefined;
  context.countSchema(around);
  const leaf = writeLeaf(values, found & leafKeywords);
  return (found & ~leafKeywords) === 0 ? leaf : writeOthers({ schema, place: around.at(name) }, leaf, context);
}

function writeOthers(
  part: { readonly schema: JsonObject; readonly place: Place },
  leaf: Record<string, Json>,
  context: Lowering,
): Record<string, Json> {
  return finishLeaf(part, new SchemaDraft(leaf, typesNamed(String(leaf.type))), context.childContext);
}
