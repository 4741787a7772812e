import type { Lowering } from "../context.ts";
import { itemsLens, type Lowered } from "../lens.ts";
import type { SchemaPart } from "../source.ts";
import { ITEMS, type Traits, TUPLE } from "../traits.ts";
import { ALL, ARRAY } from "../types.ts";
import { boxUnion, HANDLED, lowerArray } from "./array.ts";
import { SchemaDraft, writeKeywordsOf } from "./keywords.ts";

/** Whether a plain schema of an array has one schema for all of its items. */
export function isList(traits: Traits): boolean {
  return (traits & (ITEMS | TUPLE)) === ITEMS;
}

/** Lowers a list; `undefined` where no array fits. */
export function lowerList(part: SchemaPart, traits: Traits, context: Lowering): Lowered | undefined {
  const { schema, place } = part;
  const lowered = context.child(schema.items ?? null, place.at("items"), context.profile.items ?? context.childProfile);
  // Only the empty array fits.
  if (lowered === undefined) return lowerArray([part], place, context);
  const items = boxUnion(lowered, place, context);
  const node = new SchemaDraft({ type: "array", items: items.schema }, ARRAY);
  if ((traits & ~WRITTEN) !== 0) writeKeywordsOf(part, node, HANDLED, context);
  return { schema: node.finish(), lens: itemsLens(items.lens) };
}

const WRITTEN: Traits = ALL | ITEMS;
