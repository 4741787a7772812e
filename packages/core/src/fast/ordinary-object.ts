// The fast path `ordinarySchema`, for objects.

import { legalName } from "../identity/names.ts";
import { areDistinct, equalJson, isArray, isEmpty, isObject, membership, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Lowering } from "../schema/context.ts";
import type { Lowered } from "../schema/lens.ts";
import { NO_REST, writeWithoutSchema } from "../schema/lower/additional-properties.ts";
import { SchemaDraft } from "../schema/lower/draft.ts";
import { OBJECT_KEYWORDS } from "../schema/lower/handled.ts";
import { writeKeywords } from "../schema/lower/keywords.ts";
import { objectLens, type PropertyLens } from "../schema/rules/object-lens.ts";
import { optionalToNullable } from "../schema/rules/optional-to-nullable.ts";
import type { SchemaPart } from "../schema/source.ts";
import { OBJECT } from "../schema/types.ts";
import { lowerProperty } from "./ordinary-child.ts";
import { hasOrdinaryKeywords } from "./ordinary-keywords.ts";

/** Whether an object schema declares every property that it requires, and is silent about undeclared ones or forbids them. */
export function isOrdinaryObject({ schema, place }: SchemaPart, { profile, source }: Lowering): boolean {
  const { properties, required, additionalProperties } = schema;
  if (!isObject(properties) || (additionalProperties !== undefined && additionalProperties !== false)) return false;
  if (required !== undefined && !(isArray(required) && areDeclared(required, properties))) return false;
  // Below the root, some targets accept no objects without properties.
  if (!profile.emptyObjects && place !== source.place && isEmpty(properties)) return false;
  const rule = profile.propertyNames;
  if (rule !== undefined) for (const name in properties) if (legalName(name, rule) !== name) return false;
  return hasOrdinaryKeywords(schema, HANDLED);
}

/** The keywords that are lowered here. */
const HANDLED: ReadonlySet<string> = new Set(["type", "properties", "required", "additionalProperties"]);

function areDeclared(required: readonly Json[], properties: JsonObject): boolean {
  for (const name of required) if (typeof name !== "string" || !Object.hasOwn(properties, name)) return false;
  return areDistinct(required);
}

/** Lowers an ordinary object. */
export function lowerOrdinaryObject(part: SchemaPart, context: Lowering): Lowered {
  const lenses: PropertyLens[] = [];
  const properties = lowerProperties(part, lenses, context);
  const draft = new SchemaDraft({ type: "object" }, OBJECT);
  const additional = part.schema.additionalProperties === undefined ? "unspecified" : "none";
  writeWithoutSchema({ parts: [part], place: part.place }, additional, { draft, context });
  draft.schema.properties = properties;
  writeRequired(part, draft, context);
  writeKeywords([part], draft, OBJECT_KEYWORDS, context);
  return { schema: draft.finish(), lens: objectLens(lenses, NO_REST) };
}

function lowerProperties(
  { schema, place: around }: SchemaPart,
  lenses: PropertyLens[],
  context: Lowering,
): Record<string, Json> {
  const properties = schema.properties as JsonObject;
  const isRequired = requiredNames(schema, context);
  const place = around.at("properties");
  const written: Record<string, Json> = {};
  for (const name in properties) {
    const own = lowerProperty(properties[name] as Json, name, place, context);
    const nullIsAbsent = !isRequired(name);
    if (nullIsAbsent) context.change(place.at(name), "optional-to-nullable");
    const lowered = nullIsAbsent ? optionalToNullable(own, context.profile) : own;
    if (nullIsAbsent || lowered.lens !== undefined)
      lenses.push({ name, loweredName: name, lens: lowered.lens, nullIsAbsent });
    setKey(written, name, lowered.schema);
  }
  return written;
}

// Where the target does not require every property, an optional one needs no change.
function requiredNames({ required }: JsonObject, { profile }: Lowering): (name: string) => boolean {
  return profile.allRequired ? membership(isArray(required) ? required : []) : always;
}

function always(): boolean {
  return true;
}

// In the order of the source, unless the target requires every property.
function writeRequired({ schema, place }: SchemaPart, draft: SchemaDraft, context: Lowering): void {
  const stated = schema.required;
  if (context.profile.allRequired) draft.schema.required = Object.keys(schema.properties as JsonObject);
  else if (isArray(stated) && stated.length > 0) draft.schema.required = stated.slice();
  const { required } = draft.schema;
  if (stated === undefined) {
    if (required !== undefined) context.change(place, "required");
  } else if (!equalJson(stated, required ?? null)) context.change(place.at("required"), "required");
}
