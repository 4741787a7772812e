// The fast path `ordinarySchema`: schemas without references and conjunctions, as nearly all tools have.

import { isObject } from "../json/value.ts";
import { ConversionError } from "../model/error.ts";
import type { Json } from "../model/json.ts";
import type { Eventually } from "../model/steps.ts";
import type { Lowering } from "../schema/context.ts";
import { itemsLens, type Lowered } from "../schema/lens.ts";
import { SchemaDraft } from "../schema/lower/draft.ts";
import { ARRAY_KEYWORDS } from "../schema/lower/handled.ts";
import { writeKeywords } from "../schema/lower/keywords.ts";
import { lowerPart, lowerParts, normalForm } from "../schema/lower/node.ts";
import { lowerTyped } from "../schema/lower/typed.ts";
import { lowerUnion } from "../schema/lower/union.ts";
import type { Engine } from "../schema/lowering-state.ts";
import { copyState, copySubschema } from "../schema/plain-schema.ts";
import { repair } from "../schema/rules/repair.ts";
import type { SchemaPart } from "../schema/source.ts";
import { ALL, ARRAY, isTypeName, NONE, NULL, OBJECT, typesOfKeyword } from "../schema/types.ts";
import { copyLeaf } from "./leaf-copy.ts";
import { finishSoon, lowerItems, NotOrdinary } from "./ordinary-child.ts";
import { isOrdinaryKeyword, onlyUnion } from "./ordinary-keywords.ts";
import { lowerOrdinaryObject } from "./ordinary-object.ts";

/**
 * Lowers a schema that says of itself that it is an object, without pauses; undefined for all others and for large ones. The
 * context must have the engine below.
 */
export function lowerOrdinary({ schema, place }: SchemaPart, context: Lowering): Lowered | undefined {
  // The type is the keyword that is misspelled most often: a quarter of all tools in public datasets are a `dict`.
  const root = { schema: isTypeName(schema.type) ? schema : repair({ schema, place }, context.report), place };
  if (root.schema.type !== "object") return undefined;
  try {
    return lowerOrdinaryObject(root, context) ?? finishSoon(lowerOther(root, place, context), context);
  } catch (error) {
    if (error instanceof NotOrdinary || isTooLarge(error, context)) return undefined;
    throw error;
  }
}

// The reference path inlines recursive definitions less often then.
function isTooLarge(error: unknown, { shared }: Lowering): boolean {
  return shared.hasRecursed && error instanceof ConversionError && error.code === "too-large";
}

/** Lowers ordinary objects, arrays and leaves at once, and leaves all other schemas to the reference path. */
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
  return lowerOrdinaryNode(part, context) ?? lowerOther(part, place, context);
}

// What needs no references resolved and nothing repaired begins where the reference path is after that.
function lowerOther(part: SchemaPart, place: SchemaPart["place"], context: Lowering): Eventually<Lowered | undefined> {
  const union = context.profile.unrestricted ? undefined : onlyUnion(part.schema);
  const node = { parts: [part], place };
  if (union === "anyOf" || union === "oneOf") return lowerUnion(node, { keyword: union, part }, context);
  const types = union === undefined ? ALL : typesOfKeyword(part.schema.type);
  // Strings, numbers and booleans are leaves there, too.
  const isLeaf = typeof part.schema.type === "string" && (types & (OBJECT | ARRAY | NULL)) === NONE;
  return types === ALL || isLeaf ? lowerPart(part, place, context) : lowerTyped(node, types, context);
}

function lowerOrdinaryNode(part: SchemaPart, context: Lowering): Lowered | undefined {
  if (context.profile.unrestricted) return copyNode(part, context);
  const { type } = part.schema;
  if (type === "object") return lowerOrdinaryObject(part, context);
  if (type === "array") return lowerOrdinaryArray(part, context);
  const leaf = copyLeaf(part.schema, context.profile.leafKeywords);
  return leaf && { schema: leaf };
}

function copyNode({ schema, place }: SchemaPart, context: Lowering): Lowered | undefined {
  const state = copyState(context.profile);
  const copy = copySubschema(schema, state);
  if (copy === undefined) return undefined;
  // The node itself was counted before.
  for (let left = state.schemas; left > 1; left--) context.countSchema(place);
  return { schema: copy };
}

function lowerOrdinaryArray(part: SchemaPart, context: Lowering): Lowered | undefined {
  const { items } = part.schema;
  if (!isObject(items) && (items !== undefined || context.profile.arraysNeedItems)) return undefined;
  for (const name in part.schema)
    if (name !== "type" && name !== "items" && !isOrdinaryKeyword(name, part.schema[name] as Json)) return undefined;
  const draft = new SchemaDraft({ type: "array" }, ARRAY);
  const lowered = items === undefined ? undefined : lowerItems(items, part.place, context);
  if (lowered !== undefined) draft.schema.items = lowered.schema;
  writeKeywords([part], draft, ARRAY_KEYWORDS, context);
  return { schema: draft.finish(), lens: itemsLens(lowered?.lens) };
}
