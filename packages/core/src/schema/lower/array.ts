import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after, isSteps } from "../../steps.ts";
import { asParts, type Lowering } from "../context.ts";
import { itemsLens, type Lowered } from "../lens.ts";
import { box, boxLens } from "../rules/optional-to-nullable.ts";
import { positionsLens, tupleToObject } from "../rules/tuple-to-object.ts";
import type { SchemaPart } from "../source.ts";
import { ARRAY } from "../types.ts";
import { SchemaDraft } from "./draft.ts";
import { ARRAY_KEYWORDS } from "./handled.ts";
import { entriesOf, loseKeyword, writeKeywords } from "./keywords.ts";

/** Lowers schemas that together describe an array; `undefined` where no array fits. */
export function lowerArray(
  parts: readonly SchemaPart[],
  place: Place,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const length = parts.reduce((longest, part) => Math.max(longest, prefixOf(part).length), 0);
  if (length > 0) return lowerTuple(parts, length, place, context);
  const node = new SchemaDraft({ type: "array" }, ARRAY);
  return after(lowerItems(parts, node, place, context), (found) => {
    const items = found && boxUnion(found, place, context);
    if (items !== undefined) node.schema.items = items.schema;
    writeKeywords(parts, node, ARRAY_KEYWORDS, context);
    return { schema: node.finish(), lens: itemsLens(items?.lens) };
  });
}

// Items that are a union are boxed if the target does not accept a union there.
function boxUnion(items: Lowered, place: Place, context: Lowering): Lowered {
  if (items.schema.anyOf === undefined || context.profile.anyOfInItems) return items;
  context.on(place).change("box-items");
  return { schema: box(items.schema, context.profile), lens: boxLens(items.lens) };
}

// ── arrays of one kind of item ──────────────────────────────────────────────

function lowerItems(
  parts: readonly SchemaPart[],
  node: SchemaDraft,
  place: Place,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const described = parts.filter((part) => part.schema.items !== undefined);
  const below = context.profile.items ?? context.childProfile;
  if (described.length === 0) return anyItems(place, below, context);
  const own = conjunction(described, "items", context);
  return after(context.parts(own, itemsPlace(described, place), below), (items) => {
    if (items !== undefined) return items;
    // Only the empty array is valid, which the remaining keywords can hardly express.
    for (const part of described)
      loseKeyword({ keyword: "items", value: part.schema.items ?? null, part }, node, context);
    return anyItems(place, below, context);
  });
}

function anyItems(place: Place, below: SchemaProfile, context: Lowering): Eventually<Lowered | undefined> {
  if (!context.profile.arraysNeedItems) return undefined;
  context.on(place).change("array-items");
  return context.parts([], place, below);
}

function conjunction(
  parts: readonly SchemaPart[],
  keyword: string,
  context: Lowering,
): readonly SchemaPart[] | undefined {
  const all: SchemaPart[] = [];
  for (const part of parts) {
    const more = asParts(part.schema[keyword] ?? null, part.place.at(keyword), context.report);
    if (more === undefined) return undefined;
    all.push(...more);
  }
  return all;
}

function itemsPlace(parts: readonly SchemaPart[], place: Place): Place {
  return (parts[0]?.place ?? place).at("items");
}

// ── arrays with a schema for each place ─────────────────────────────────────

function* lowerTuple(
  parts: readonly SchemaPart[],
  length: number,
  place: Place,
  context: Lowering,
): Steps<Lowered | undefined> {
  const prefix: Lowered[] = [];
  const least = bound(parts, "minItems", Math.max, 0);
  const most = bound(parts, "maxItems", Math.min, Number.POSITIVE_INFINITY);
  for (let index = 0; index < Math.min(length, most); index++) {
    const result = lowerAt(index, parts, place, context);
    const lowered = isSteps(result) ? yield* result : result;
    if (lowered === undefined) break;
    prefix.push(lowered);
    if (context.isPauseDue()) yield;
  }
  if (prefix.length < least && prefix.length < length) return undefined;
  const further = prefix.length < length || most <= prefix.length ? undefined : lowerAt(length, parts, place, context);
  const rest = isSteps(further) ? yield* further : further;
  return context.supports("prefixItems")
    ? keepTuple(parts, prefix, rest, { context, cut: prefix.length < length })
    : rewriteTuple(parts, { prefix, minItems: least, rest }, place, context);
}

interface Keeping {
  readonly context: Lowering;
  /** An item without any valid value ends the tuple early. */
  readonly cut: boolean;
}

function keepTuple(
  parts: readonly SchemaPart[],
  prefix: readonly Lowered[],
  rest: Lowered | undefined,
  { context, cut }: Keeping,
): Lowered {
  const node = new SchemaDraft({ type: "array", prefixItems: prefix.map((lowered) => lowered.schema) }, ARRAY);
  const saysItems = parts.some(
    (part) =>
      part.schema.additionalItems !== undefined ||
      (part.schema.prefixItems !== undefined && part.schema.items !== undefined),
  );
  if (rest === undefined || cut) node.schema.items = false;
  else if (saysItems) node.schema.items = rest.schema;
  for (const part of parts) if (isArray(part.schema.items)) context.on(part.place).change("prefix-items");
  closeTuple(parts, node, context);
  writeKeywords(parts, node, ARRAY_KEYWORDS, context);
  return { schema: node.finish(), lens: positionsLens(prefix, rest?.lens) };
}

// `items: false` is a boolean schema; where those are not known, the number of items says the same.
function closeTuple(parts: readonly SchemaPart[], node: SchemaDraft, context: Lowering): void {
  const { items, prefixItems } = node.schema;
  if (items !== false || context.profile.keywords === undefined) return;
  delete node.schema.items;
  if (isArray(prefixItems) && context.supports("maxItems")) node.schema.maxItems = prefixItems.length;
  for (const keyword of ["items", "additionalItems"]) {
    for (const { part, value } of entriesOf(parts, keyword)) {
      if (value === false) context.on(part.place.at(keyword)).change("tuple-length");
    }
  }
}

function rewriteTuple(
  parts: readonly SchemaPart[],
  tuple: Parameters<typeof tupleToObject>[0],
  place: Place,
  context: Lowering,
): Lowered {
  const { schema, lens } = tupleToObject(tuple, context.profile);
  context.on(place).change("tuple-to-object");
  const node = new SchemaDraft({ ...schema }, ARRAY);
  for (const entry of entriesOf(parts, "minItems"))
    if (Number(entry.value) > tuple.prefix.length) loseKeyword(entry, node, context);
  for (const entry of entriesOf(parts, "maxItems")) if (tuple.rest !== undefined) loseKeyword(entry, node, context);
  writeKeywords(parts, node, HANDLED_IN_TUPLES, context);
  return { schema: node.finish(), lens };
}

// The required items imply the number of items, as long as no further items are allowed.
const HANDLED_IN_TUPLES: ReadonlySet<string> = new Set([...ARRAY_KEYWORDS, "minItems", "maxItems"]);

function lowerAt(
  index: number,
  parts: readonly SchemaPart[],
  place: Place,
  context: Lowering,
): Eventually<Lowered | undefined> {
  const all: SchemaPart[] = [];
  context.charge(parts.length >> 2);
  for (const part of parts) {
    const own = schemaAt(part, index);
    const more = own === undefined ? [] : asParts(own.schema, own.place, context.report);
    if (more === undefined) return undefined;
    all.push(...more);
  }
  return context.parts(all, all[0]?.place ?? place, context.profile.items ?? context.childProfile);
}

function schemaAt(part: SchemaPart, index: number): { schema: Json; place: Place } | undefined {
  const { items, additionalItems, prefixItems } = part.schema;
  const keyword = prefixItems === undefined ? "items" : "prefixItems";
  const prefix = prefixOf(part);
  if (index < prefix.length) return { schema: prefix[index] ?? null, place: part.place.at(keyword).at(index) };
  const others = isArray(items) ? additionalItems : items;
  return others === undefined
    ? undefined
    : { schema: others, place: part.place.at(isArray(items) ? "additionalItems" : "items") };
}

function prefixOf({ schema }: SchemaPart): readonly Json[] {
  if (isArray(schema.prefixItems)) return schema.prefixItems;
  return isArray(schema.items) ? schema.items : [];
}

function bound(
  parts: readonly SchemaPart[],
  keyword: string,
  choose: (a: number, b: number) => number,
  otherwise: number,
): number {
  return parts.reduce(
    (so, { schema }) => (schema[keyword] === undefined ? so : choose(so, Number(schema[keyword]))),
    otherwise,
  );
}
