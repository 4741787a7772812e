import type { Lowering } from "../context.ts";
import { itemsLens, type Lowered } from "../lens.ts";
import type { Part } from "../source.ts";
import { ITEMS, type Traits, TUPLE } from "../traits.ts";
import { ALL, ARRAY } from "../types.ts";
import { boxUnion, HANDLED, lowerArray } from "./array.ts";
import { Node, writeOwn } from "./keywords.ts";

/** Whether a plain schema of an array has one schema for all of its items. */
export function isList(traits: Traits): boolean {
  return (traits & (ITEMS | TUPLE)) === ITEMS;
}

/** Lowers a list; `undefined` where no array fits. */
export function lowerList(part: Part, traits: Traits, context: Lowering): Lowered | undefined {
  const { schema, place } = part;
  const lowered = context.child(schema.items ?? null, place.at("items"), context.profile.items ?? context.below);
  // Only the empty array fits.
  if (lowered === undefined) return lowerArray([part], place, context);
  const items = boxUnion(lowered, place, context);
  const node = new Node({ type: "array", items: items.schema }, ARRAY);
  if ((traits & ~WRITTEN) !== 0) writeOwn(part, node, HANDLED, context);
  return { schema: node.finish(), lens: itemsLens(items.lens) };
}

const WRITTEN: Traits = ALL | ITEMS;
