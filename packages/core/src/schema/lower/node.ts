import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { Engine } from "../lowering-state.ts";
import { type Expanded, expand, isPlainRef } from "../rules/inline-refs.ts";
import { limitUnions } from "../rules/limit-unions.ts";
import type { SchemaConjunction, SchemaPart } from "../source.ts";
import { ALL, NONE, type Types, typeNames, typesOfKeyword } from "../types.ts";
import { lowerEnumerated } from "./enumerated.ts";
import { impliedTypes } from "./implied-types.ts";
import { isLeaf, lowerLeaf } from "./leaf.ts";
import { lowerReference } from "./reference.ts";
import { lowerAny, lowerTyped } from "./typed.ts";
import { findUnion, lowerUnion } from "./union.ts";
import { enumerated } from "./values.ts";
import { copyPart, isCopied } from "./verbatim-part.ts";

/** Lowers schemas to the normal form. */
export const normalForm: Engine<Lowering> = {
  one: lowerPart,
  all: lowerParts,
  whole: (root, context) => lowerWritten(root, root.place, context),
  expanded: lowerExpanded,
};

/** Lowers one node: schemas that all describe the same value; undefined where no value is valid for all of them. */
export function lowerParts(
  parts: readonly SchemaPart[],
  place: Place,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const [part, another] = parts;
  if (part !== undefined && another === undefined) return lowerPart(part, place, context);
  return after(expand(parts, context), (expanded) => lowerExpansion(expanded, place));
}

/** Lowers a node that one schema describes. */
export function lowerPart(part: SchemaPart, place: Place, context: Lowering): Eventually<Lowered | undefined> {
  if (isCopied(context)) return copyPart(part, place, context);
  if (context.profile.refs !== "keep" || !isPlainRef(part, context)) return lowerWritten(part, place, context);
  return after(lowerReference(part, context), (kept) => kept ?? lowerWritten(part, place, context));
}

function lowerWritten(part: SchemaPart, place: Place, context: Lowering): Eventually<Lowered | undefined> {
  if (isLeaf(part.schema)) return { schema: lowerLeaf(part, context) };
  return after(expand([part], context), (expanded) => lowerExpansion(expanded, place));
}

function lowerExpansion(expanded: Expanded | undefined, place: Place): Eventually<Lowered | undefined> {
  return expanded && lowerExpanded(expanded.parts, place, expanded.context);
}

function lowerExpanded(parts: readonly SchemaPart[], place: Place, context: Lowering): Eventually<Lowered | undefined> {
  let stated: Types = ALL;
  for (const { schema } of parts) stated &= typesOfKeyword(schema.type);
  const values = stated === NONE ? [] : enumerated(parts, context);
  // Checked before unions, so that branches that contradict the values are not expanded first.
  if (values !== undefined && values.length === 0) return undefined;
  const limited = limitUnions(parts, context);
  const union = findUnion(limited);
  if (union !== undefined) return lowerUnion({ parts: limited, place }, union, context);
  const node = { parts: limited, place };
  if (values !== undefined) return lowerEnumerated(node, { values, types: stated }, context);
  if (stated !== ALL) return lowerTyped(node, stated, context);
  // Beside a list of all types, or a union that was left out, the other keywords imply no types.
  const implies = limited === parts && parts.every(({ schema }) => schema.type === undefined);
  return lowerUntyped(node, implies, context);
}

function lowerUntyped(node: SchemaConjunction, implies: boolean, context: Lowering): Eventually<Lowered | undefined> {
  const types = impliedTypes(node.parts);
  if (types === ALL) return lowerAny(node, context);
  if (!implies) return lowerTyped(node, ALL, context);
  for (const part of node.parts) context.on(part.place).change("infer-type", typeNames(types).join(", "));
  return lowerTyped(node, types, context);
}
