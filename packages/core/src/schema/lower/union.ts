import { isArray, isEmpty } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after, mapInSteps, pauseAfter } from "../../steps.ts";
import { asParts, type Lowering } from "../context.ts";
import { areAllDisjoint } from "../disjoint.ts";
import { type Lowered, nullableLens, withSchema } from "../lens.ts";
import { only } from "../rules/inline-refs.ts";
import { toJsonText } from "../rules/json-text.ts";
import { mergeKeyword } from "../rules/merge-all-of.ts";
import { addNull, toEmptyBox } from "../rules/optional-to-nullable.ts";
import { joinBranches } from "../rules/tag-union.ts";
import { isAnnotation, type SchemaConjunction, type SchemaPart } from "../source.ts";
import { ALL, NULL, typesOfSchema } from "../types.ts";
import { SchemaDraft } from "./draft.ts";
import { NONE_HANDLED } from "./handled.ts";
import { writeKeywords } from "./keywords.ts";

/** The keyword of a union, and the part that has it. */
export interface UnionKeyword {
  readonly keyword: "anyOf" | "oneOf";
  readonly part: SchemaPart;
}

/** The first union in a conjunction. */
export function findUnion(parts: readonly SchemaPart[]): UnionKeyword | undefined {
  for (const part of parts) {
    if (part.schema.anyOf !== undefined) return { keyword: "anyOf", part };
    if (part.schema.oneOf !== undefined) return { keyword: "oneOf", part };
  }
  return undefined;
}

/** Lowers `anyOf` or `oneOf`: the constraints next to it are added to every branch. */
export function lowerUnion(
  { parts, place }: SchemaConjunction,
  union: UnionKeyword,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const { keyword, part } = union;
  const base = constraintsBeside(parts, union);
  const { members, hasNull } = membersOf(union, base, context);
  if (members.length > 1 && !context.supports("anyOf")) return toJsonText(parts, "value", context);
  if (base.length > 0) context.on(place).change("distribute-union");
  context.charge(members.length * base.length, place);
  const lowerMember = (member: Member, index: number) => {
    if (index > 0) for (const each of base) context.chargeCopy(each.schema, member.place);
    return lowerBranch(member, base, context);
  };
  return after(mapInSteps(members, lowerMember, context), (lowered) => {
    const branches = lowered.filter(isPossible);
    // A branch that no value is valid for is left out; one that remains is merged with what stands beside the union.
    if (base.length === 0 && branches.length + Number(hasNull) < Math.max(members.length, 2))
      context.on(place).change("distribute-union");
    if (keyword === "oneOf" && branches.length > 0) reportOneOf(part, context);
    return after(pauseAfter(branches.length >> 2, context), () => {
      const joined = joinUnion(branches, parts.map(annotations), context);
      return hasNull && joined !== undefined ? withNull(joined, part.place, context) : joined;
    });
  });
}

/** The constraints next to a union. */
function constraintsBeside(parts: readonly SchemaPart[], { keyword, part }: UnionKeyword): readonly SchemaPart[] {
  const isBeside = (name: string) => name !== keyword && !isAnnotation(name);
  const base: SchemaPart[] = [];
  for (const each of parts) {
    const beside = each === part ? only(each, isBeside) : constraints(each);
    if (!isEmpty(beside.schema)) base.push(beside);
  }
  return base;
}

function isPossible(lowered: Lowered | undefined): lowered is Lowered {
  return lowered !== undefined;
}

/** Makes a schema accept null as well, in the target's syntax. */
export function withNull(lowered: Lowered, place: Place, context: Lowering): Lowered {
  const { profile } = context;
  const schema = addNull(lowered.schema, profile);
  const isBranch = lowered.schema.anyOf === undefined && schema.anyOf !== undefined;
  const isBoxed = profile.typeLists === "none" || (isBranch && !context.supports("anyOf"));
  if (isBoxed || profile.typeLists !== "array") context.on(place).change(isBoxed ? "null-to-empty-box" : "nullable");
  if (isBoxed) return toEmptyBox(lowered, () => context.shared.root);
  if (isBranch) context.on(place).change("null-branch");
  return { schema, lens: nullableLens(lowered.lens) };
}

// If the target has no null type, null is removed before the other members are lowered.
function membersOf({ keyword, part }: UnionKeyword, base: readonly SchemaPart[], context: Lowering): Members {
  const list = part.schema[keyword];
  const below = part.place.at(keyword);
  const members = (isArray(list) ? list : []).map((schema, index) => ({ schema, place: below.at(index) }));
  if (context.profile.typeLists === "array") return { members, hasNull: false };
  const others = members.filter(({ schema }) => typesOfSchema(schema) !== NULL);
  if (others.length === 0 || others.length === members.length) return { members, hasNull: false };
  return { members: others, hasNull: base.every(({ schema }) => (typesOfSchema(schema) & NULL) !== 0) };
}

interface Members {
  readonly members: readonly Member[];
  readonly hasNull: boolean;
}

interface Member {
  readonly schema: Json;
  readonly place: Place;
}

function lowerBranch(
  { schema, place }: Member,
  base: readonly SchemaPart[],
  context: Lowering,
): Eventually<Lowered | undefined> {
  if (base.length === 0) return context.child(schema, place, context.childProfile);
  const own = asParts(schema, place, context.report);
  return context.parts(own && [...own, ...base], place);
}

/** Joins the branches of a union that a value can be valid for. */
export function joinUnion(
  lowered: readonly (Lowered | undefined)[],
  beside: readonly SchemaPart[],
  context: Lowering,
): Lowered | undefined {
  const branches = lowered.filter(isPossible);
  const [first, second] = branches;
  if (first === undefined) return undefined;
  return second === undefined ? annotate(first, beside, context) : writeUnion(branches, beside, context);
}

function writeUnion(branches: readonly Lowered[], beside: readonly SchemaPart[], context: Lowering): Lowered {
  const { profile, shared } = context;
  const root = () => shared.root;
  const { schemas, lens, tagged } = joinBranches(branches, { profile, root, spend: (steps) => context.charge(steps) });
  if (tagged) for (const part of beside) context.on(part.place).change("tag-union");
  return annotate({ schema: { anyOf: schemas }, lens }, beside, context);
}

function describeBranch(schema: Lowered["schema"], description: Json | undefined): Lowered["schema"] {
  if (description === undefined) return schema;
  const own = schema.description;
  const text = own === undefined ? description : (mergeKeyword("description", description, own) ?? description);
  // V8 makes a new hidden class for each literal that adds keys to a spread.
  const described: Record<string, Json> = { ...schema };
  described.description = text;
  return described;
}

// If no keyword is allowed next to a union, the description is put on each of its branches.
function describeBranches(schema: Lowered["schema"], description: Json | undefined): Lowered["schema"] {
  if (!isArray(schema.anyOf)) return describeBranch(schema, description);
  return { ...schema, anyOf: schema.anyOf.map((branch) => describeBranches(branch as Lowered["schema"], description)) };
}

/** Adds the annotations next to a schema: descriptions, defaults and the like. */
export function annotate(lowered: Lowered, beside: readonly SchemaPart[], context: Lowering): Lowered {
  const node = new SchemaDraft({}, ALL);
  writeKeywords(beside, node, NONE_HANDLED, context);
  const written = node.finish();
  if (isEmpty(written)) return lowered;
  const { description, ...outer } = written;
  if (!context.profile.anyOfWithSiblings && lowered.schema.anyOf !== undefined) {
    for (const { place } of beside) context.on(place).change("describe-branches");
    const branches = isArray(lowered.schema.anyOf) ? lowered.schema.anyOf.length : 1;
    context.charge((branches * String(description ?? "").length) >> 6);
    return withSchema(lowered, describeBranches(lowered.schema, description));
  }
  // A reference allows no siblings, so that they are put on a union with one branch.
  const plain = lowered.schema.$ref === undefined ? lowered.schema : { anyOf: [lowered.schema] };
  const described = describeBranch(plain, description);
  return withSchema(lowered, isEmpty(outer) ? described : { ...outer, ...described });
}

// The branches of the source are compared: after closing and rewriting, branches would seem disjoint more often.
function reportOneOf({ schema, place }: SchemaPart, context: Lowering): void {
  const members = (isArray(schema.oneOf) ? schema.oneOf : []).map((member) => context.source.follow(member));
  if (areAllDisjoint(members, (steps) => context.charge(steps, place)))
    context.on(place.at("oneOf")).change("one-of-to-any-of");
  else context.on(place.at("oneOf")).lose("one-of-to-any-of", { action: "weakened" });
}

/** A part with its constraints only. */
export function constraints(part: SchemaPart): SchemaPart {
  return only(part, (keyword) => !isAnnotation(keyword));
}

/** A part with its annotations only. */
export function annotations(part: SchemaPart): SchemaPart {
  return only(part, isAnnotation);
}
