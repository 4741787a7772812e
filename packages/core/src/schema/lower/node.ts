import { equalJson, isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { expand, isPlainRef, without } from "../rules/inline-refs.ts";
import { toJsonText } from "../rules/json-text.ts";
import { limitUnions } from "../rules/limit-unions.ts";
import type { SchemaPart } from "../source.ts";
import { COMPLEX, type Traits, traitsOf, typesOfTraits } from "../traits.ts";
import {
  ALL,
  ARRAY,
  isOneType,
  NONE,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  type Types,
  typeNames,
  typesOfKeyword,
} from "../types.ts";
import { lowerArray } from "./array.ts";
import { SchemaDraft, writeKeywords } from "./keywords.ts";
import { isLeaf, lowerLeaf } from "./leaf.ts";
import { isList, lowerList } from "./list.ts";
import { lowerObject } from "./object.ts";
import { isRecord, lowerRecord } from "./record.ts";
import { lowerReference } from "./reference.ts";
import { findUnion, lowerTypes, lowerUnion, withNull } from "./union.ts";
import { enumerated, lowerValues, splitNull } from "./values.ts";
import { copyVerbatim } from "./verbatim.ts";

/** Whether schemas can go to a target word for word. */
function isVerbatim(context: Lowering): boolean {
  return context.profile.unrestricted && !context.shared.renames;
}

/** Lowers one node: schemas that all describe the same value; `undefined` where no value fits them all. */
export function lowerParts(parts: readonly SchemaPart[], place: Place, context: Lowering): Lowered | undefined {
  const [part, another] = parts;
  if (part !== undefined && another === undefined) return lowerPart(part, place, context);
  const expanded = expand(parts, context);
  return expanded && lowerExpanded(expanded.parts, place, expanded.context);
}

/** Lowers a node that one schema describes. */
export function lowerPart(part: SchemaPart, place: Place, context: Lowering): Lowered | undefined {
  if (isVerbatim(context)) return copyPart(part, place, context);
  const traits = traitsOf(part.schema);
  if (traits !== COMPLEX) return lowerPlain(part, traits, place, context);
  const kept = context.profile.refs === "keep" && isPlainRef(part, context) ? lowerReference(part, context) : undefined;
  if (kept !== undefined) return kept;
  const expanded = expand([part], context);
  return expanded && lowerExpanded(expanded.parts, place, expanded.context);
}

/** Lowers a tool's schema as a whole; `undefined` where no value fits it. */
export function lowerRoot(root: SchemaPart, context: Lowering): Lowered | undefined {
  const traits = traitsOf(root.schema);
  if (traits !== COMPLEX) return lowerPlain(root, traits, root.place, context);
  const expanded = expand([root], context);
  return expanded && lowerExpanded(expanded.parts, root.place, expanded.context);
}

function copyPart(part: SchemaPart, place: Place, context: Lowering): Lowered | undefined {
  if (context.profile.refs === "keep") return { schema: copyVerbatim(part, context) };
  const expanded = expand([part], context, true);
  if (expanded === undefined) return undefined;
  const [only, more] = expanded.parts;
  if (only !== undefined && more === undefined) return { schema: copyVerbatim(only, expanded.context) };
  return lowerExpanded(expanded.parts, place, expanded.context);
}

function lowerPlain(part: SchemaPart, traits: Traits, place: Place, context: Lowering): Lowered | undefined {
  const types = typesOfTraits(traits);
  if (isLeaf(traits)) return { schema: lowerLeaf(part, traits, context) };
  if (types === OBJECT && isRecord(part.schema, traits, context)) return lowerRecord(part, traits, context);
  if (types === ARRAY && isList(traits)) return lowerList(part, traits, context);
  return lowerTyped([part], types, place, context);
}

/** Lowers a node whose references are written out. */
export function lowerExpanded(parts: readonly SchemaPart[], place: Place, context: Lowering): Lowered | undefined {
  let said: Types = ALL;
  for (const { schema } of parts) said &= typesOfKeyword(schema.type);
  const values = said === NONE ? [] : enumerated(parts, context);
  // Before unions are looked at, so that alternatives which contradict each other are not multiplied first.
  if (values !== undefined && values.length === 0) return undefined;
  const kept = limitUnions(parts, context);
  const union = findUnion(kept);
  if (union !== undefined) return lowerUnion(kept, union, place, context);
  if (values !== undefined) return lowerEnumerated(parts, values, { types: said, place }, context);
  const types = said === ALL ? impliedTypes(parts) : said;
  if (types === ALL) return lowerAny(parts, place, context);
  if (said === ALL) for (const part of parts) context.on(part.place).change("infer-type", typeNames(types).join(", "));
  return lowerTyped(parts, types, place, context);
}

function lowerEnumerated(
  parts: readonly SchemaPart[],
  values: readonly Json[],
  { types, place }: { types: Types; place: Place },
  context: Lowering,
): Lowered | undefined {
  const { hasNull, others } = splitNull(values);
  if (values.length === 0) return undefined;
  if (others.length === 0) return lowerOnlyNull(parts, place, context);
  const lowered = lowerValues(parts, others, types & ~NULL, context);
  return hasNull ? keepOrder(withNull(lowered, place, context), values) : lowered;
}

function lowerOnlyNull(parts: readonly SchemaPart[], place: Place, context: Lowering): Lowered | undefined {
  if (context.profile.typeLists === "none") return lowerNull(parts, place, context);
  for (const part of parts) {
    context.on(part.place).change("infer-type", "null");
    for (const keyword of ["enum", "const"]) {
      if (part.schema[keyword] !== undefined) context.on(part.place.at(keyword)).change("vacuous-keyword");
    }
  }
  const untold = parts.map((part) => without(part, "enum", "const"));
  return lowerNull(untold, place, context);
}

// Null is set aside and comes back last; where it can be listed, it is listed where it stood.
function keepOrder(lowered: Lowered, values: readonly Json[]): Lowered {
  const listed = lowered.schema.enum;
  if (lowered.lens !== undefined || !isArray(listed) || listed.length !== values.length) return lowered;
  return { ...lowered, schema: { ...lowered.schema, enum: [...values] } };
}

function lowerTyped(parts: readonly SchemaPart[], types: Types, place: Place, context: Lowering): Lowered | undefined {
  const others = types & ~NULL;
  if (others === NONE) return lowerNull(parts, place, context);
  const lowered =
    isOneType(others) || canList(parts, others, context)
      ? lowerSimple(parts, others, place, context)
      : lowerSplit(parts, typeNames(others), place, context);
  if (lowered === undefined) return undefined;
  const whole = others === types ? lowered : withNull(lowered, place, context);
  return parts.length === 1 && typeof parts[0]?.schema.type === "string" ? whole : keepSpelling(whole, parts, context);
}

// A list of types keeps the order that its author gave it.
function keepSpelling(lowered: Lowered, parts: readonly SchemaPart[], context: Lowering): Lowered {
  const listed = parts.find(({ schema }) => isArray(schema.type));
  if (listed === undefined) return lowered;
  const { type } = lowered.schema;
  const said = listed.schema.type;
  if (isArray(type) && isArray(said) && equalJson(type.toSorted(), said.toSorted()))
    return { ...lowered, schema: { ...lowered.schema, type: [...said] } };
  context.on(listed.place.at("type")).change("type-list");
  return lowered;
}

function lowerSplit(
  parts: readonly SchemaPart[],
  names: readonly string[],
  place: Place,
  context: Lowering,
): Lowered | undefined {
  return context.supports("anyOf")
    ? lowerTypes(parts, names, place, context)
    : toJsonText(parts, names.join(" or "), context);
}

// Several types can stay in one list as long as none of them is described further.
function canList(parts: readonly SchemaPart[], types: Types, context: Lowering): boolean {
  if (context.profile.typeLists !== "array") return false;
  if ((types & (OBJECT | ARRAY)) === 0) return true;
  return (
    context.profile.untyped && !parts.some(({ schema }) => STRUCTURE.some((keyword) => schema[keyword] !== undefined))
  );
}

const STRUCTURE = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "prefixItems",
] as const;

function lowerSimple(parts: readonly SchemaPart[], types: Types, place: Place, context: Lowering): Lowered | undefined {
  if (types === OBJECT) return lowerObject(parts, place, context);
  if (types === ARRAY) return lowerArray(parts, place, context);
  const names = typeNames(types);
  const node = new SchemaDraft({ type: names.length === 1 ? (names[0] ?? null) : names }, types);
  writeKeywords(parts, node, NOTHING, context);
  return { schema: node.finish() };
}

const NOTHING: ReadonlySet<string> = new Set();

function lowerAny(parts: readonly SchemaPart[], place: Place, context: Lowering): Lowered {
  if (!context.profile.untyped) {
    if (parts.length === 0) context.on(place).change("json-text");
    return toJsonText(parts, "any value", context);
  }
  const node = new SchemaDraft({}, ALL);
  writeKeywords(parts, node, NOTHING, context);
  return { schema: node.finish() };
}

function lowerNull(parts: readonly SchemaPart[], place: Place, context: Lowering): Lowered | undefined {
  return context.profile.typeLists === "none"
    ? toJsonText(parts, "null", context)
    : lowerSimple(parts, NULL, place, context);
}

/** The types that untyped schemas speak of; all where nothing hints at any. */
export function impliedTypes(parts: readonly SchemaPart[]): Types {
  let types: Types = NONE;
  for (const { schema } of parts) for (const keyword of Object.keys(schema)) types |= HINTS.get(keyword) ?? NONE;
  return types === NONE ? ALL : types;
}

const HINTS: ReadonlyMap<string, Types> = new Map<string, Types>([
  ...[
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "minProperties",
    "maxProperties",
    "propertyNames",
  ].map((word): [string, Types] => [word, OBJECT]),
  ...["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"].map((word): [string, Types] => [
    word,
    ARRAY,
  ]),
  ...["minLength", "maxLength", "pattern"].map((word): [string, Types] => [word, STRING]),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map((word): [string, Types] => [
    word,
    NUMBER,
  ]),
]);
