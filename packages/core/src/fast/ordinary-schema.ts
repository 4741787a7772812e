// The fast path `ordinarySchema`: schemas without references, unions and conjunctions, as nearly all tools have.

import { isObject } from "../json/value.ts";
import type { JsonObject } from "../model/json.ts";
import type { Eventually } from "../model/steps.ts";
import type { Lowering } from "../schema/context.ts";
import { itemsLens, type Lowered } from "../schema/lens.ts";
import { SchemaDraft } from "../schema/lower/draft.ts";
import { ARRAY_KEYWORDS } from "../schema/lower/handled.ts";
import { writeKeywords } from "../schema/lower/keywords.ts";
import { lowerPart, lowerParts, normalForm } from "../schema/lower/node.ts";
import type { Engine } from "../schema/lowering-state.ts";
import { copySubschema, MAX_DEPTH } from "../schema/plain-schema.ts";
import { repair } from "../schema/rules/repair.ts";
import type { SchemaPart } from "../schema/source.ts";
import { ARRAY, isTypeName } from "../schema/types.ts";
import { lowerItems, NotOrdinary } from "./ordinary-child.ts";
import { hasOrdinaryKeywords } from "./ordinary-keywords.ts";
import { isOrdinaryObject, lowerOrdinaryObject } from "./ordinary-object.ts";

/**
 * Lowers a schema that is an ordinary object at its root, without pauses; undefined for all others and for large ones. The
 * context must have the engine below.
 */
export function lowerOrdinary({ schema, place }: SchemaPart, context: Lowering): Lowered | undefined {
  // The type is the keyword that is misspelled most often: a quarter of all tools in public datasets are a `dict`.
  const root = { schema: isTypeName(schema.type) ? schema : repair({ schema, place }, context.report), place };
  if (root.schema.type !== "object" || !isOrdinaryObject(root, context)) return undefined;
  try {
    return lowerOrdinaryObject(root, context);
  } catch (error) {
    if (error instanceof NotOrdinary) return undefined;
    throw error;
  }
}

/** Lowers ordinary objects and arrays at once, and leaves all other schemas to the reference path. */
export const ordinaryEngine: Engine<Lowering> = {
  ...normalForm,
  one: lowerNode,
  all: (parts, place, context) => {
    const [part, another] = parts;
    const isOne = part !== undefined && another === undefined;
    return isOne ? lowerNode(part, place, context) : lowerParts(parts, place, context);
  },
};

function lowerNode(part: SchemaPart, place: SchemaPart["place"], context: Lowering): Eventually<Lowered | undefined> {
  if (context.profile.unrestricted) return copyNode(part, context) ?? lowerPart(part, place, context);
  const { type } = part.schema;
  if (type === "object" && isOrdinaryObject(part, context)) return lowerOrdinaryObject(part, context);
  if (type === "array" && isOrdinaryArray(part.schema, context)) return lowerArray(part, context);
  return lowerPart(part, place, context);
}

function copyNode({ schema, place }: SchemaPart, context: Lowering): Lowered | undefined {
  const size = { schemas: 0, values: 0 };
  const copy = copySubschema(schema, { profile: context.profile, definitions: undefined, left: MAX_DEPTH, size });
  if (copy === undefined) return undefined;
  // The node itself was counted before.
  for (let left = size.schemas; left > 1; left--) context.countSchema(place);
  return { schema: copy };
}

function isOrdinaryArray(schema: JsonObject, { profile }: Lowering): boolean {
  if (!isObject(schema.items) && (schema.items !== undefined || profile.arraysNeedItems)) return false;
  return hasOrdinaryKeywords(schema, HANDLED);
}

/** The keywords that are lowered here. */
const HANDLED: ReadonlySet<string> = new Set(["type", "items"]);

function lowerArray(part: SchemaPart, context: Lowering): Lowered {
  const { items } = part.schema;
  const draft = new SchemaDraft({ type: "array" }, ARRAY);
  const lowered = items === undefined ? undefined : lowerItems(items, part.place, context);
  if (lowered !== undefined) draft.schema.items = lowered.schema;
  writeKeywords([part], draft, ARRAY_KEYWORDS, context);
  return { schema: draft.finish(), lens: itemsLens(lowered?.lens) };
}
