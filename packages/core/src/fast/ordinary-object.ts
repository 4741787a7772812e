// The fast path `ordinarySchema`, for objects.

import { legalName } from "../identity/names.ts";
import { isSchema } from "../json/schema-value.ts";
import { areDistinct, equalJson, isArray, isEmpty, isObject, membership, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Lowering } from "../schema/context.ts";
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
  const members = readMembers(part.schema);
  if (members === undefined || !areAccepted(members, part, context)) return undefined;
  const lenses: PropertyLens[] = [];
  const lowered = lowerProperties(part, members, lenses, context);
  // An empty object has room for four keys.
  const draft = new SchemaDraft({}, OBJECT);
  draft.schema.type = "object";
  if (isOpen(members)) return lowerOpen(part, { written: lowered, lenses }, draft, context);
  writeClosed(part, members.additional === false, draft, context);
  draft.schema.properties = lowered;
  writeRequired(members, draft, part, context);
  if (members.hasOthers) writeOthers(part, draft, context);
  return { schema: draft.finish(), lens: lenses.length === 0 ? undefined : objectLens(lenses, NO_REST) };
}

/** The keywords of an object schema that are about its properties. */
interface Members {
  properties: JsonObject;
  required: readonly Json[] | undefined;
  additional: Json | undefined;
  /** Whether there are other keywords, too. */
  hasOthers: boolean;
}

// Each keyword is visited once: to read it by its name, in objects of hundreds of shapes, takes longer.
function readMembers(schema: JsonObject): Members | undefined {
  const members: Members = { properties: NONE, required: undefined, additional: undefined, hasOthers: false };
  for (const name in schema) if (!readMember(name, schema[name] as Json, members)) return undefined;
  const { properties, required } = members;
  if (properties === NONE || (required !== undefined && !areDeclared(required, properties))) return undefined;
  return isOpen(members) && isEmpty(properties) ? undefined : members;
}

const NONE: JsonObject = Object.freeze({});

function isOpen({ additional }: Members): boolean {
  return additional !== undefined && additional !== false;
}

function readMember(name: string, value: Json, members: Members): boolean {
  switch (name) {
    case "type":
      return true;
    case "properties":
      members.properties = value as JsonObject;
      return isObject(value);
    case "required":
      members.required = value as readonly Json[];
      return isArray(value);
    case "additionalProperties":
      members.additional = value;
      return isSchema(value);
    default:
      members.hasOthers = true;
      return isOrdinaryKeyword(name, value);
  }
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
function areAccepted({ properties }: Members, { place }: SchemaPart, { profile, source }: Lowering): boolean {
  if (!profile.emptyObjects && place !== source.place && isEmpty(properties)) return false;
  const rule = profile.propertyNames;
  if (rule !== undefined) for (const name in properties) if (legalName(name, rule) !== name) return false;
  return true;
}

function lowerProperties(
  { place: around }: SchemaPart,
  members: Members,
  lenses: PropertyLens[],
  context: Lowering,
): Record<string, Json> {
  const { properties } = members;
  const keepsAll = isOpen(members);
  const required = context.profile.allRequired ? requiredNames(members.required, properties) : undefined;
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
function requiredNames(names: readonly Json[] = NOTHING, properties: JsonObject): readonly Json[] {
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
  const required = context.profile.allRequired
    ? Object.keys(written)
    : requiredNames(part.schema.required as readonly Json[] | undefined, written);
  const properties = { written, lenses, required: required.slice() as string[], renamed: undefined };
  const rest = lowerAdditional(node, additionalOf(node.parts, context), { properties: written, draft, context });
  return finishSoon(
    after(rest, (additional) => writeDeclared(node, { properties, additional }, { draft, context })),
    context,
  );
}

function writeClosed(part: SchemaPart, isStated: boolean, draft: SchemaDraft, context: Lowering): void {
  if (isStated && !context.supports("additionalProperties"))
    loseKeyword({ keyword: "additionalProperties", value: false, part }, draft, context);
  else if (isStated || context.profile.closed) {
    draft.schema.additionalProperties = false;
    if (!isStated) context.change(part.place, "close-object");
  }
}

function writeRequired(
  { properties, required: stated }: Members,
  { schema }: SchemaDraft,
  { place }: SchemaPart,
  context: Lowering,
): void {
  const { allRequired } = context.profile;
  // Where the target does not require every property, the list is a copy.
  const written = allRequired ? Object.keys(properties) : stated?.slice();
  const isWritten = written !== undefined && (allRequired || written.length > 0);
  if (isWritten) schema.required = written;
  if (stated === undefined) {
    if (isWritten) context.change(place, "required");
  } else if (allRequired ? !equalJson(stated, written ?? null) : !isWritten)
    context.change(place.at("required"), "required");
}

function writeOthers(part: SchemaPart, draft: SchemaDraft, context: Lowering): void {
  for (const keyword in part.schema) {
    if (keyword !== "type" && !OBJECT_KEYWORDS.has(keyword))
      writeKeyword({ keyword, value: part.schema[keyword] ?? null, part }, draft, context);
  }
}
