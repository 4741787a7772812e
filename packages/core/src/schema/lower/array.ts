import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after, isSteps } from "../../steps.ts";
import { asParts, type Lowering } from "../context.ts";
import { itemsLens, type Lowered } from "../lens.ts";
import { toJsonText } from "../rules/json-text.ts";
import { box, boxLens } from "../rules/optional-to-nullable.ts";
import { positionsLens, tupleToObject } from "../rules/tuple-to-object.ts";
import type { SchemaConjunction, SchemaPart } from "../source.ts";
import { ARRAY } from "../types.ts";
import { SchemaDraft } from "./draft.ts";
import { ARRAY_KEYWORDS } from "./handled.ts";
import { entriesOf, loseKeyword, writeKeywords } from "./keywords.ts";

/** Lowers a node that describes an array; `undefined` where no array fits. */
export function lowerArray(node: SchemaConjunction, context: Lowering): Eventually<Lowered | undefined> {
  const { parts, place } = node;
  const length = parts.reduce((longest, part) => Math.max(longest, prefixOf(part).length), 0);
  if (length > 0) return lowerTuple(node, length, context);
  const draft = new SchemaDraft({ type: "array" }, ARRAY);
  return after(lowerItems(node, draft, context), (found) => {
    const items = found && boxUnion(found, place, context);
    if (items !== undefined) draft.schema.items = items.schema;
    writeKeywords(parts, draft, ARRAY_KEYWORDS, context);
    return { schema: draft.finish(), lens: itemsLens(items?.lens) };
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
  { parts, place }: SchemaConjunction,
  draft: SchemaDraft,
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
      loseKeyword({ keyword: "items", value: part.schema.items ?? null, part }, draft, context);
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

function* lowerTuple(node: SchemaConjunction, length: number, context: Lowering): Steps<Lowered | undefined> {
  const { parts } = node;
  const prefix: Lowered[] = [];
  const least = Math.max(0, ...numbersOf(parts, "minItems"));
  const most = Math.min(Number.POSITIVE_INFINITY, ...numbersOf(parts, "maxItems"));
  for (let index = 0; index < Math.min(length, most); index++) {
    const result = lowerAt(index, node, context);
    const lowered = isSteps(result) ? yield* result : result;
    if (lowered === undefined) break;
    prefix.push(lowered);
    if (context.isPauseDue()) yield;
  }
  if (prefix.length < least && prefix.length < length) return undefined;
  const further = prefix.length < length || most <= prefix.length ? undefined : lowerAt(length, node, context);
  const last = isSteps(further) ? yield* further : further;
  const rest = last && boxUnion(last, node.place, context);
  return context.supports("prefixItems")
    ? keepTuple(parts, { prefix, rest, isCut: prefix.length < length }, context)
    : rewriteTuple(node, { prefix, minItems: least, rest }, context);
}

/** The lowered items of a tuple. */
interface TupleItems {
  readonly prefix: readonly Lowered[];
  /** The items after them; absent where there may be none. */
  readonly rest: Lowered | undefined;
  /** An item without any valid value ends the tuple early. */
  readonly isCut: boolean;
}

function keepTuple(parts: readonly SchemaPart[], { prefix, rest, isCut }: TupleItems, context: Lowering): Lowered {
  const draft = new SchemaDraft({ type: "array", prefixItems: prefix.map((lowered) => lowered.schema) }, ARRAY);
  const saysItems = parts.some(
    ({ schema }) => (isArray(schema.items) ? schema.additionalItems : schema.items) !== undefined,
  );
  if (rest === undefined || isCut) draft.schema.items = false;
  else if (saysItems) draft.schema.items = rest.schema;
  for (const part of parts) if (isArray(part.schema.items)) context.on(part.place).change("prefix-items");
  closeTuple(parts, draft, context);
  if (prefix.length === 0) delete draft.schema.prefixItems;
  writeKeywords(parts, draft, ARRAY_KEYWORDS, context);
  return { schema: draft.finish(), lens: positionsLens(prefix, rest?.lens) };
}

// `items: false` is a boolean schema; where those are not known, the number of items says the same.
function closeTuple(parts: readonly SchemaPart[], draft: SchemaDraft, context: Lowering): void {
  const { items, prefixItems } = draft.schema;
  if (items !== false || context.profile.keywords === undefined) return;
  delete draft.schema.items;
  if (isArray(prefixItems) && context.supports("maxItems")) draft.schema.maxItems = prefixItems.length;
  for (const keyword of ["items", "additionalItems"]) {
    for (const { part, value } of entriesOf(parts, keyword)) {
      if (value === false) context.on(part.place.at(keyword)).change("tuple-length");
    }
  }
}

function rewriteTuple(
  { parts, place }: SchemaConjunction,
  tuple: Parameters<typeof tupleToObject>[0],
  context: Lowering,
): Lowered {
  const isEmpty = tuple.prefix.length === 0 && tuple.rest === undefined;
  if (isEmpty && !context.profile.emptyObjects) return toJsonText(parts, "array", context);
  const { schema, lens } = tupleToObject(tuple, context.profile);
  context.on(place).change("tuple-to-object");
  const draft = new SchemaDraft({ ...schema }, ARRAY);
  for (const entry of entriesOf(parts, "minItems"))
    if (Number(entry.value) > tuple.prefix.length) loseKeyword(entry, draft, context);
  for (const entry of entriesOf(parts, "maxItems")) if (tuple.rest !== undefined) loseKeyword(entry, draft, context);
  writeKeywords(parts, draft, HANDLED_IN_TUPLES, context);
  return { schema: draft.finish(), lens };
}

// The required items imply the number of items, as long as no further items are allowed.
const HANDLED_IN_TUPLES: ReadonlySet<string> = new Set([...ARRAY_KEYWORDS, "minItems", "maxItems"]);

function lowerAt(
  index: number,
  { parts, place }: SchemaConjunction,
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
  // What is no item in the target is lowered like any other value.
  const isPrefix = parts.some((part) => index < prefixOf(part).length);
  const below = isPrefix ? undefined : context.profile.items;
  return context.parts(all, all[0]?.place ?? place, below);
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

function numbersOf(parts: readonly SchemaPart[], keyword: string): number[] {
  return entriesOf(parts, keyword).map(({ value }) => Number(value));
}
