import { equalJson, isArray, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { asParts, type Lowering } from "../context.ts";
import { type Lowered, valuesLens } from "../lens.ts";
import { toJsonText } from "../rules/json-text.ts";
import { entriesLens, entriesSchema } from "../rules/map-to-entries.ts";
import { objectLens, type PropertyLens, type RestLens, type Takes } from "../rules/object-lens.ts";
import { addNull, box, boxLens, takesNull } from "../rules/optional-to-nullable.ts";
import { safePropertyName } from "../rules/property-names.ts";
import type { SchemaPart } from "../source.ts";
import { OBJECT } from "../types.ts";
import { fits } from "../validate.ts";
import { entriesOf, type KeywordEntry, loseKeyword, SchemaDraft, writeKeywords } from "./keywords.ts";
import {
  type AdditionalProperties,
  type AdditionalSchemas,
  type ObjectShape,
  objectShape,
  type Property,
} from "./shape.ts";

/** Lowers schemas that together describe an object; `undefined` where no object fits. */
export function lowerObject(parts: readonly SchemaPart[], place: Place, context: Lowering): Lowered | undefined {
  const shape = objectShape(parts, context);
  if (shape.properties.length > 0) return lowerFieldsOf(parts, place, shape, context);
  if (typeof shape.rest === "object") return lowerMap(parts, shape.rest, context);
  if (shape.declared || shape.rest === "none") return lowerEmpty(parts, place, shape, context);
  return context.profile.untyped ? written(parts, { type: "object" }, context) : toJsonText(parts, "object", context);
}

/** What is written before the other keywords. */
export const HANDLED: ReadonlySet<string> = new Set([
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
]);

function written(parts: readonly SchemaPart[], schema: Record<string, Json>, context: Lowering): Lowered {
  const node = new SchemaDraft(schema, OBJECT);
  losePatterns(parts, node, context);
  for (const { part } of node.schema.required === undefined ? entriesOf(parts, "required") : []) {
    context.on(part.place.at("required")).change("required");
  }
  writeKeywords(parts, node, HANDLED, context);
  return { schema: node.finish() };
}

function lowerEmpty(
  parts: readonly SchemaPart[],
  place: Place,
  shape: ObjectShape,
  context: Lowering,
): Lowered | undefined {
  const isRoot = place === context.source.place;
  if (!context.profile.emptyObjects && !isRoot) return toJsonText(parts, "object", context);
  if (!shape.declared) context.on(place).change("empty-properties");
  return lowerFieldsOf(parts, place, shape, context);
}

// ── an object with declared properties ──────────────────────────────────────

function lowerFieldsOf(
  parts: readonly SchemaPart[],
  place: Place,
  shape: ObjectShape,
  context: Lowering,
): Lowered | undefined {
  const node = new SchemaDraft({ type: "object" }, OBJECT);
  const fields = lowerProperties(shape.properties, context);
  if (fields === undefined) return undefined;
  const properties = writeFields(fields, shape);
  const rest = lowerRest(parts, place, shape.rest, { properties, node, context });
  node.schema.properties = properties;
  writeRequired(parts, fields, rest, { node, context, place });
  losePatterns(parts, node, context);
  if (rest.under !== undefined) loseCounts(parts, node, context);
  writeKeywords(parts, node, rest.under === undefined ? HANDLED : HANDLED_IN_MAPS, context);
  return { schema: node.finish(), lens: objectLens(fields, rest) };
}

interface Field extends PropertyLens {
  readonly schema: Lowered["schema"];
  readonly required: boolean;
}

// Where no name changes, a copy of the source's properties has room for all of them from the start.
function writeFields(fields: readonly Field[], shape: ObjectShape): Record<string, Json> {
  const isSame = fields.length === shape.properties.length && keepNames(fields);
  const properties: Record<string, Json> = isSame ? { ...shape.source } : {};
  for (const field of fields) setKey(properties, field.sent, field.schema);
  return properties;
}

function keepNames(fields: readonly Field[]): boolean {
  return fields.every(({ name, sent }) => name === sent);
}

function lowerProperties(properties: readonly Property[], context: Lowering): Field[] | undefined {
  const fields: Field[] = [];
  const names = context.profile.propertyNames && new Set(properties.map(({ name }) => name));
  for (const property of properties) {
    const lowered = context.parts(property.parts, property.place);
    if (lowered !== undefined) fields.push(toField(property, lowered, names, context));
    else if (property.required) return undefined;
    else forbid(property.place, context);
  }
  return fields;
}

/** Tells of a property that must not be there: it is simply not declared, which an object that stays open cannot forbid. */
export function forbid(place: Place, context: Lowering): void {
  if (context.profile.closed) context.change(place, "forbidden-property");
  else context.on(place).lose("keyword", { action: "weakened" });
}

function toField(property: Property, lowered: Lowered, names: Set<string> | undefined, context: Lowering): Field {
  const { name, required, place } = property;
  const sent = names === undefined ? name : safePropertyName(name, context.profile.propertyNames, names);
  names?.add(sent);
  if (sent !== name) context.on(place).change("property-name", sent);
  const takes = sent === name ? undefined : takesIn(lowered, context);
  if (required || !context.profile.allRequired)
    return { name, sent, required, schema: lowered.schema, lens: lowered.lens, nullIsAbsent: false, takes };
  context.on(place).change("optional-to-nullable");
  const { schema, lens } = nullable(lowered, context);
  return { name, sent, required: true, schema, lens, nullIsAbsent: true };
}

// Where the target closes its objects, nothing stands in them that was not declared.
function takesIn({ schema }: Lowered, { profile, shared }: Lowering): Takes | undefined {
  return profile.closed ? undefined : (value, run) => fits(value, schema, shared.root, run);
}

/** A property that null stands for the absence of. */
export function nullable(lowered: Lowered, { profile }: Lowering): Lowered {
  if (!takesNull(lowered)) return { schema: addNull(lowered.schema, profile), lens: lowered.lens };
  return { schema: addNull(box(lowered.schema, profile), profile), lens: boxLens(lowered.lens) };
}

function writeRequired(
  parts: readonly SchemaPart[],
  fields: readonly Field[],
  rest: RestLens,
  draft: Omit<RecordDraft, "properties"> & { readonly place: Place },
): void {
  const { node, context, place } = draft;
  const said = entriesOf(parts, "required");
  const required = requiredNames(fields, said, context);
  if (rest.under !== undefined) required.push(rest.under);
  if (required.length > 0 || context.profile.allRequired) node.schema.required = required;
  if (said.length === 0 && node.schema.required !== undefined) context.on(place).change("required");
  for (const { part, value } of said) {
    if (!equalJson(value, node.schema.required ?? null)) context.on(part.place.at("required")).change("required");
  }
}

// The order in which the source requires them, unless all are required anyway.
function requiredNames(fields: readonly Field[], said: readonly KeywordEntry[], { profile }: Lowering): string[] {
  const names: string[] = [];
  for (const { required, sent } of fields) if (required) names.push(sent);
  if (profile.allRequired || names.length < 2) return names;
  const order = orderOf(said);
  // As many as the source names: then it is the source's list, as long as no name has changed.
  if (order.length === names.length && keepNames(fields)) return order.slice() as string[];
  const firsts = new Map<Json, number>();
  for (const [index, name] of order.entries()) if (!firsts.has(name)) firsts.set(name, index);
  const places = new Map(fields.map(({ name, sent }) => [sent, firsts.get(name) ?? -1]));
  return names.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

function orderOf(said: readonly KeywordEntry[]): readonly Json[] {
  const [first, second] = said;
  if (second === undefined && isArray(first?.value)) return first.value;
  return said.flatMap(({ value }) => (isArray(value) ? value : []));
}

// ── the keys that are not declared ──────────────────────────────────────────

interface RecordDraft {
  readonly properties: Record<string, Json>;
  readonly node: SchemaDraft;
  readonly context: Lowering;
}

function lowerRest(
  parts: readonly SchemaPart[],
  place: Place,
  rest: AdditionalProperties,
  draft: RecordDraft,
): RestLens {
  const { node, context } = draft;
  if (rest === "none") writeClosed(parts, node, context);
  else if (rest === "unsaid") closeUnsaid(place, node, context);
  else return lowerOthers(parts, rest, draft);
  return { lens: undefined };
}

/** Says that there are no keys but the declared ones. */
export function writeClosed(parts: readonly SchemaPart[], node: SchemaDraft, context: Lowering): void {
  if (context.supports("additionalProperties")) {
    node.schema.additionalProperties = false;
    return;
  }
  for (const entry of entriesOf(parts, "additionalProperties")) loseKeyword(entry, node, context);
}

/** Closes an object that says nothing of other keys, where the target wants all objects closed. */
export function closeUnsaid(place: Place, node: SchemaDraft, context: Lowering): void {
  if (!context.profile.closed) return;
  node.schema.additionalProperties = false;
  context.on(place).change("close-object");
}

function lowerOthers(parts: readonly SchemaPart[], rest: AdditionalSchemas, draft: RecordDraft): RestLens {
  const { node, context, properties } = draft;
  const value = context.parts(rest.parts, rest.place);
  if (value === undefined) {
    writeClosed(parts, node, context);
    return { lens: undefined };
  }
  if (context.profile.openObjects && context.supports("additionalProperties")) {
    node.schema.additionalProperties = rest.parts.length === 0 ? rest.said : value.schema;
    return { lens: value.lens };
  }
  if (rest.parts.length === 0 && !context.profile.closed) {
    reportOpen(parts, context);
    return { lens: undefined };
  }
  const under = freshName("additional_properties", properties);
  setKey(properties, under, {
    ...entriesSchema({ type: "string" }, value.schema, context.profile),
    description: "further properties",
  });
  if (context.profile.closed) node.schema.additionalProperties = false;
  context.on(rest.place).change("map-to-entries");
  return { lens: value.lens, under, takes: takesIn(value, context) };
}

// An object is open unless it says otherwise, so `additionalProperties: true` can go without a loss.
function reportOpen(parts: readonly SchemaPart[], context: Lowering): void {
  for (const { part } of entriesOf(parts, "additionalProperties")) {
    context.on(part.place.at("additionalProperties")).change("vacuous-keyword");
  }
}

function freshName(wanted: string, taken: Readonly<Record<string, Json>>): string {
  let name = wanted;
  while (Object.hasOwn(taken, name)) name += "_";
  return name;
}

// ── an object with any keys ─────────────────────────────────────────────────

function lowerMap(parts: readonly SchemaPart[], rest: AdditionalSchemas, context: Lowering): Lowered | undefined {
  for (const { part } of entriesOf(parts, "properties"))
    context.on(part.place.at("properties")).change("empty-properties");
  const { profile } = context;
  const isOpen = rest.parts.length === 0;
  if (isOpen && !(profile.openObjects && context.supports("additionalProperties"))) {
    if (!profile.untyped) return toJsonText(parts, "object", context);
    reportOpen(parts, context);
    return written(parts, { type: "object" }, context);
  }
  const value = context.parts(rest.parts, rest.place);
  if (value === undefined) return written(parts, emptyObject(context), context);
  if (!profile.openObjects || !context.supports("additionalProperties")) return lowerToEntries(parts, value, context);
  const lowered = written(
    parts,
    { type: "object", additionalProperties: rest.parts.length === 0 ? rest.said : value.schema },
    context,
  );
  return { ...lowered, lens: valuesLens(value.lens) };
}

function emptyObject(context: Lowering): Record<string, Json> {
  const schema: Record<string, Json> = { type: "object", properties: {} };
  if (context.profile.allRequired) schema.required = [];
  if (context.supports("additionalProperties")) schema.additionalProperties = false;
  return schema;
}

function lowerToEntries(parts: readonly SchemaPart[], value: Lowered, context: Lowering): Lowered {
  const node = new SchemaDraft({}, OBJECT);
  Object.assign(node.schema, entriesSchema(lowerKey(parts, context), value.schema, context.profile));
  for (const { place } of parts) context.on(place).change("map-to-entries");
  for (const keyword of ["minProperties", "maxProperties"]) {
    for (const entry of entriesOf(parts, keyword)) writeCount(entry, node, context);
  }
  losePatterns(parts, node, context);
  writeKeywords(parts, node, HANDLED_IN_MAPS, context);
  return { schema: node.finish(), lens: entriesLens(value.lens) };
}

const HANDLED_IN_MAPS: ReadonlySet<string> = new Set([...HANDLED, "propertyNames", "minProperties", "maxProperties"]);

function lowerKey(parts: readonly SchemaPart[], context: Lowering): Lowered["schema"] {
  const [first, ...others] = entriesOf(parts, "propertyNames");
  for (const { part } of others) context.on(part.place.at("propertyNames")).lose("keyword");
  if (first === undefined) return { type: "string" };
  const place = first.part.place.at("propertyNames");
  const own = asParts(first.value, place, context.report);
  const key = context.parts(own && [...own, { schema: { type: "string" }, place }], place);
  if (key !== undefined && key.lens === undefined) return key.schema;
  context.on(place).lose("keyword");
  return { type: "string" };
}

// Keys that come twice fall together, so that more than one entry does not mean more than one key.
function writeCount(entry: KeywordEntry, node: SchemaDraft, context: Lowering): void {
  const keyword = entry.keyword === "minProperties" ? "minItems" : "maxItems";
  const sound = entry.keyword === "maxProperties" || Number(entry.value) <= 1;
  if (!sound || !context.supports(keyword)) {
    loseKeyword(entry, node, context);
    return;
  }
  node.schema[keyword] = entry.value;
  context.on(entry.part.place.at(entry.keyword)).change("map-to-entries");
}

function losePatterns(parts: readonly SchemaPart[], node: SchemaDraft, context: Lowering): void {
  for (const entry of entriesOf(parts, "patternProperties")) {
    loseKeyword(entry, node, context);
    if (entry.part.schema.additionalProperties === undefined) continue;
    context.on(entry.part.place.at("additionalProperties")).lose("keyword", { action: "weakened" });
  }
}

// Keys that are gathered under one property can no longer be counted.
function loseCounts(parts: readonly SchemaPart[], node: SchemaDraft, context: Lowering): void {
  for (const keyword of ["propertyNames", "minProperties", "maxProperties"]) {
    for (const entry of entriesOf(parts, keyword)) loseKeyword(entry, node, context);
  }
}
