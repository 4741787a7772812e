// The fast path `ordinarySchema`, for objects.

import { legalName } from "../identity/names.ts";
import { isSchema } from "../json/schema-value.ts";
import { areDistinct, equalJson, isArray, isEmpty, isObject, membership, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Lowering } from "../schema/context.ts";
import { isOpen } from "../schema/keywords/additional-properties.ts";
import type { Lowered } from "../schema/lens.ts";
import { lowerAdditional, NO_REST } from "../schema/lower/additional-properties.ts";
import { additionalOf } from "../schema/lower/additional-shape.ts";
import { SchemaDraft } from "../schema/lower/draft.ts";
import { OBJECT_KEYWORDS } from "../schema/lower/handled.ts";
import { loseKeyword, writeKeyword } from "../schema/lower/keywords.ts";
import { writeDeclared } from "../schema/lower/object.ts";
import type { LoweredProperties } from "../schema/lower/properties.ts";
import { objectLens, type PropertyLens } from "../schema/rules/object-lens.ts";
import { optionalToNullable } from "../schema/rules/optional-to-nullable.ts";
import type { SchemaPart } from "../schema/source.ts";
import { OBJECT } from "../schema/types.ts";
import { after } from "../steps.ts";
import { finishSoon, lowerProperty } from "./ordinary-child.ts";
import { isOrdinaryKeyword } from "./ordinary-keywords.ts";
import { lowerOrdinaryLeaf } from "./ordinary-leaf.ts";

/** Lowers an object schema that declares every property that it requires; undefined for others. */
export function lowerOrdinaryObject(part: SchemaPart, context: Lowering): Lowered | undefined {
  const { schema, place } = part;
  const { properties } = schema;
  const others = isObject(properties) ? countOthers(schema, properties) : undefined;
  if (!isObject(properties) || others === undefined || !areAccepted(properties, part, context)) return undefined;
  const lenses: PropertyLens[] = [];
  const lowered = lowerProperties(part, properties, lenses, context);
  // An empty object has room for four keys.
  const draft = new SchemaDraft({}, OBJECT);
  draft.schema.type = "object";
  if (isOpen(schema)) return lowerOpen(part, { written: lowered, lenses }, draft, context);
  writeClosed(part, draft, context);
  draft.schema.properties = lowered;
  if (context.profile.allRequired) draft.schema.required = Object.keys(properties);
  else if (isArray(schema.required) && schema.required.length > 0) draft.schema.required = schema.required.slice();
  reportRequired(schema.required, draft.schema.required, place, context);
  if (others > 0) writeOthers(part, draft, context);
  return { schema: draft.finish(), lens: lenses.length === 0 ? undefined : objectLens(lenses, NO_REST) };
}

/** How many keywords a schema has that are not about its properties; undefined where one is not ordinary. */
function countOthers(schema: JsonObject, properties: JsonObject): number | undefined {
  let count = 0;
  for (const name in schema) {
    const value = schema[name] as Json;
    switch (name) {
      case "type":
      case "properties":
        break;
      case "required":
        if (!isArray(value) || !areDeclared(value, properties)) return undefined;
        break;
      case "additionalProperties":
        if (!isSchema(value) || (value !== false && isEmpty(properties))) return undefined;
        break;
      default:
        if (!isOrdinaryKeyword(name, value)) return undefined;
        count++;
    }
  }
  return count;
}

function areDeclared(required: readonly Json[], properties: JsonObject): boolean {
  if (areInOrder(required, properties)) return true;
  for (const name of required) if (typeof name !== "string" || !Object.hasOwn(properties, name)) return false;
  return areDistinct(required);
}

// Nearly all schemas require properties in the order in which they declare them.
function areInOrder(required: readonly Json[], properties: JsonObject): boolean {
  let found = 0;
  for (const name in properties) if (name === required[found]) found++;
  return found === required.length;
}

// Below the root, some targets accept no objects without properties.
function areAccepted(properties: JsonObject, { place }: SchemaPart, { profile, source }: Lowering): boolean {
  if (!profile.emptyObjects && place !== source.place && isEmpty(properties)) return false;
  const rule = profile.propertyNames;
  if (rule !== undefined) for (const name in properties) if (legalName(name, rule) !== name) return false;
  return true;
}

function lowerProperties(
  { schema, place: around }: SchemaPart,
  properties: JsonObject,
  lenses: PropertyLens[],
  context: Lowering,
): Record<string, Json> {
  const required = context.profile.allRequired ? requiredNames(schema, properties) : undefined;
  const keepsAll = isOpen(schema);
  let next = 0;
  const place = around.at("properties");
  const written: Record<string, Json> = {};
  for (const name in properties) {
    const value = properties[name] as Json;
    const leaf = isObject(value) ? lowerOrdinaryLeaf(value, name, place, context) : undefined;
    const nullIsAbsent = required !== undefined && name !== required[next];
    if (!nullIsAbsent) next++;
    if (leaf !== undefined && !nullIsAbsent && !keepsAll) {
      setKey(written, name, leaf);
      continue;
    }
    const own = leaf === undefined ? lowerProperty(value, place.at(name), context) : { schema: leaf };
    if (nullIsAbsent) context.change(place.at(name), "optional-to-nullable");
    const lowered = nullIsAbsent ? optionalToNullable(own, context.profile) : own;
    if (nullIsAbsent || keepsAll || lowered.lens !== undefined)
      lenses.push({ name, loweredName: name, lens: lowered.lens, nullIsAbsent });
    setKey(written, name, lowered.schema);
  }
  return written;
}

/** The required properties, in the order in which they are declared. */
function requiredNames({ required }: JsonObject, properties: JsonObject): readonly Json[] {
  const names = isArray(required) ? required : NOTHING;
  return areInOrder(names, properties) ? names : Object.keys(properties).filter(membership(names));
}

const NOTHING: readonly Json[] = [];

// What undeclared properties may be is lowered as on the reference path.
function lowerOpen(
  part: SchemaPart,
  { written, lenses }: Pick<LoweredProperties, "written" | "lenses">,
  draft: SchemaDraft,
  context: Lowering,
): Lowered {
  const node = { parts: [part], place: part.place };
  const required = context.profile.allRequired ? Object.keys(written) : requiredNames(part.schema, written);
  const properties = { written, lenses, required: required.slice() as string[], renamed: undefined };
  const rest = lowerAdditional(node, additionalOf(node.parts, context), { properties: written, draft, context });
  return finishSoon(
    after(rest, (additional) => writeDeclared(node, { properties, additional }, { draft, context })),
    context,
  );
}

function writeClosed(part: SchemaPart, draft: SchemaDraft, context: Lowering): void {
  const isStated = part.schema.additionalProperties === false;
  if (isStated && !context.supports("additionalProperties"))
    loseKeyword({ keyword: "additionalProperties", value: false, part }, draft, context);
  else if (isStated || context.profile.closed) {
    draft.schema.additionalProperties = false;
    if (!isStated) context.change(part.place, "close-object");
  }
}

function writeOthers(part: SchemaPart, draft: SchemaDraft, context: Lowering): void {
  for (const keyword in part.schema) {
    if (keyword !== "type" && !OBJECT_KEYWORDS.has(keyword))
      writeKeyword({ keyword, value: part.schema[keyword] ?? null, part }, draft, context);
  }
}

function reportRequired(
  stated: Json | undefined,
  written: Json | undefined,
  place: SchemaPart["place"],
  context: Lowering,
): void {
  if (stated === undefined) {
    if (written !== undefined) context.change(place, "required");
    // Where the target does not require every property, the list is a copy.
  } else if (context.profile.allRequired ? !equalJson(stated, written ?? null) : written === undefined)
    context.change(place.at("required"), "required");
}
