import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { SchemaPart } from "../source.ts";
import { OBJECT } from "../types.ts";
import { losePatterns } from "./additional-properties.ts";
import { SchemaDraft } from "./draft.ts";
import { OBJECT_KEYWORDS } from "./handled.ts";
import { entriesOf, writeKeywords } from "./keywords.ts";

/** Writes the other keywords of an object that declares no properties, after those that are already in `schema`. */
export function writeObject(parts: readonly SchemaPart[], schema: Record<string, Json>, context: Lowering): Lowered {
  const draft = new SchemaDraft(schema, OBJECT);
  losePatterns(parts, draft, context);
  for (const { part } of draft.schema.required === undefined ? entriesOf(parts, "required") : []) {
    context.on(part.place.at("required")).change("required");
  }
  writeKeywords(parts, draft, OBJECT_KEYWORDS, context);
  return { schema: draft.finish() };
}
