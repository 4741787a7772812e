import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { asParts, type Lowering } from "../context.ts";
import { areDisjoint } from "../disjoint.ts";
import { type Lowered, nullableLens } from "../lens.ts";
import { without } from "../rules/inline-refs.ts";
import { toJsonText } from "../rules/json-text.ts";
import { mergeKeyword } from "../rules/merge-all-of.ts";
import { addNull, toEmptyBox } from "../rules/optional-to-nullable.ts";
import { joinBranches } from "../rules/tag-union.ts";
import { isAnnotation, type Part } from "../source.ts";
import { ALL, NULL, typesOfSchema } from "../types.ts";
import { finish, type Node, writeKeywords } from "./keywords.ts";

/** The keyword of a union, and the part that has it. */
export interface UnionKeyword {
  readonly keyword: "anyOf" | "oneOf";
  readonly part: Part;
}

/** The first union in a conjunction. */
export function findUnion(parts: readonly Part[]): UnionKeyword | undefined {
  for (const part of parts) {
    for (const keyword of ["anyOf", "oneOf"] as const) if (part.schema[keyword] !== undefined) return { keyword, part };
  }
  return undefined;
}

/** Lowers `anyOf` or `oneOf`: what stands beside it is asked of every branch. */
export function lowerUnion(
  parts: readonly Part[],
  union: UnionKeyword,
  place: Place,
  context: Lowering,
): Lowered | undefined {
  const { keyword, part } = union;
  const beside = parts.map((each) => (each === part ? without(each, keyword) : each));
  const base = beside.map(constraints).filter((each) => Object.keys(each.schema).length > 0);
  const at = part.place.at(keyword);
  if (base.length > 0) context.on(place).change("distribute-union");
  const members = part.schema[keyword];
  const branches = (isArray(members) ? members : []).flatMap((member, index) =>
    lowerBranch(member, at.at(index), base, context),
  );
  if (keyword === "oneOf" && branches.length > 0) tellOneOf(branches, at, context);
  return joinUnion(branches, beside.map(annotations), { parts, place }, context);
}

/** Lowers a value that may be of several types, each by itself. */
export function lowerTypes(
  parts: readonly Part[],
  types: readonly string[],
  place: Place,
  context: Lowering,
): Lowered | undefined {
  const typed = parts.find((part) => part.schema.type !== undefined)?.place ?? place;
  context.on(place).change("split-types");
  const base = parts.map(constraints);
  const branches = types.flatMap((type) => {
    const lowered = context.parts([{ schema: { type }, place: typed }, ...base], place);
    return lowered === undefined ? [] : [lowered];
  });
  return joinUnion(branches, parts.map(annotations), { parts, place }, context);
}

function lowerBranch(member: Json, place: Place, base: readonly Part[], context: Lowering): Lowered[] {
  const own = asParts(member, place, context.report);
  const lowered = context.parts(own && [...own, ...base], place);
  return lowered === undefined ? [] : [lowered];
}

interface Whole {
  readonly parts: readonly Part[];
  readonly place: Place;
}

function joinUnion(
  branches: readonly Lowered[],
  beside: readonly Part[],
  whole: Whole,
  context: Lowering,
): Lowered | undefined {
  const { typeLists } = context.profile;
  const [first, second] = branches;
  if (first === undefined) return undefined;
  if (second === undefined) return annotate(first, beside, context);
  if (typeLists === "array" && context.may("anyOf")) return writeUnion(branches, beside, context);
  const others = branches.filter((branch) => !isNull(branch));
  const [only, another] = others;
  if (only === undefined) return annotate(first, beside, context);
  if (typeLists === "none")
    return another === undefined
      ? annotate(toEmptyBox(only), beside, context)
      : toJsonText(whole.parts, "value", context);
  const joined = another === undefined ? annotate(only, beside, context) : writeUnion(others, beside, context);
  if (others.length === branches.length) return joined;
  return { schema: addNull(joined.schema, context.profile), lens: nullableLens(joined.lens) };
}

function writeUnion(branches: readonly Lowered[], beside: readonly Part[], context: Lowering): Lowered {
  const { schemas, lens, tagged } = joinBranches(branches, context.profile, () => context.shared.root);
  if (tagged) for (const part of beside) context.on(part.place).change("tag-union");
  return annotate({ schema: { anyOf: schemas }, lens }, beside, context);
}

function describeBranch(schema: Lowered["schema"], description: Json | undefined): Lowered["schema"] {
  if (description === undefined) return schema;
  const own = schema.description;
  const text = own === undefined ? description : (mergeKeyword("description", description, own) ?? description);
  return { ...schema, description: text };
}

/** What stands beside a schema without asking anything of its values: descriptions, defaults and the like. */
export function annotate(lowered: Lowered, beside: readonly Part[], context: Lowering): Lowered {
  const node: Node = { schema: {}, notes: [], types: ALL };
  writeKeywords(beside, node, new Set(), context);
  const { description, ...outer } = finish(node);
  if (description === undefined && Object.keys(outer).length === 0) return lowered;
  const { anyOf } = lowered.schema;
  if (isArray(anyOf) && !context.profile.anyOfWithSiblings) {
    // Nothing may stand beside this union, so that each of its branches says what it is.
    return {
      ...lowered,
      schema: { anyOf: anyOf.map((branch) => describeBranch(branch as Lowered["schema"], description)) },
    };
  }
  const schema = { ...outer, ...describeBranch(lowered.schema, description) };
  return { ...lowered, schema };
}

function tellOneOf(branches: readonly Lowered[], at: Place, context: Lowering): void {
  const apart = branches.every((first, index) =>
    branches.slice(index + 1).every((second) => areDisjoint(first.schema, second.schema)),
  );
  if (apart) context.on(at).change("one-of-to-any-of");
  else context.on(at).lose("one-of-to-any-of", { action: "weakened" });
}

function isNull(branch: Lowered): boolean {
  return typesOfSchema(branch.schema) === NULL && branch.lens === undefined;
}

/** The keywords of a part that ask something of a value. */
export function constraints(part: Part): Part {
  return without(part, ...Object.keys(part.schema).filter(isAnnotation));
}

/** The keywords of a part that do not. */
export function annotations(part: Part): Part {
  return without(part, ...Object.keys(part.schema).filter((keyword) => !isAnnotation(keyword)));
}
