import { legalName } from "../../identity/names.ts";
import { equalJson, membership } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { NameRule } from "../../model/profile.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { objectLens } from "../rules/object-lens.ts";
import type { SchemaPart } from "../source.ts";
import { CLOSED, DESCRIPTION, OPEN, PROPERTIES, REQUIRED, type Traits } from "../traits.ts";
import { ALL, OBJECT } from "../types.ts";
import { Fields } from "./fields.ts";
import { SchemaDraft, writeKeywordsOf } from "./keywords.ts";
import { closeUnsaid, HANDLED, writeClosed } from "./object.ts";

/**
 * Whether a plain schema of an object declares all that it requires, under names that can stay, and says nothing of other
 * keys but that there are none: the way in which nearly every object is described.
 */
export function isRecord(schema: JsonObject, traits: Traits, { profile }: Lowering): boolean {
  if ((traits & (PROPERTIES | OPEN)) !== PROPERTIES) return false;
  const properties = schema.properties as JsonObject;
  for (const name of requiredOf(schema, traits)) if (!Object.hasOwn(properties, name as string)) return false;
  return haveNames(properties, profile.propertyNames);
}

/** Lowers a record; `undefined` where no object fits. */
export function lowerRecord(part: SchemaPart, traits: Traits, context: Lowering): Lowered | undefined {
  const required = requiredOf(part.schema, traits);
  const fields = lowerFields(part, required, context);
  if (fields === undefined) return undefined;
  const node = new SchemaDraft({ type: "object" }, OBJECT);
  if ((traits & CLOSED) !== 0) writeClosed([part], node, context);
  else closeUnsaid(part.place, node, context);
  node.schema.properties = fields.properties;
  writeRequired(part, traits, fields.properties, { node, context });
  writeRest(part, traits, node, context);
  return { schema: node.finish(), lens: fields.changed && objectLens(fields.changed, { lens: undefined }) };
}

function requiredOf(schema: JsonObject, traits: Traits): readonly Json[] {
  return (traits & REQUIRED) === 0 ? NOTHING : (schema.required as readonly Json[]);
}

const NOTHING: readonly Json[] = [];

function writeRest(part: SchemaPart, traits: Traits, node: SchemaDraft, context: Lowering): void {
  const left = traits & ~WRITTEN;
  if (left === 0) return;
  if (left === DESCRIPTION && context.supports("description"))
    node.schema.description = part.schema.description as Json;
  else writeKeywordsOf(part, node, HANDLED, context);
}

const WRITTEN: Traits = ALL | PROPERTIES | REQUIRED | CLOSED;

// An object without properties is another matter: it may stand for any object.
function haveNames(properties: JsonObject, rule: NameRule | undefined): boolean {
  let isEmpty = true;
  for (const name in properties) {
    if (rule !== undefined && legalName(name, rule) !== name) return false;
    isEmpty = false;
  }
  return !isEmpty;
}

function lowerFields({ schema, place }: SchemaPart, required: readonly Json[], context: Lowering): Fields | undefined {
  const source = schema.properties as JsonObject;
  const fields = new Fields(place.at("properties"), context);
  const { allRequired } = context.profile;
  const isAmongRequired = membership(required);
  for (const name in source) {
    const isRequired = isAmongRequired(name);
    const isThere = fields.add(name, source[name] as Json, isRequired || !allRequired);
    if (!isThere && isRequired) return undefined;
  }
  return fields;
}

function writeRequired(part: SchemaPart, traits: Traits, properties: JsonObject, { node, context }: Draft): void {
  const { schema, place } = part;
  const said = requiredOf(schema, traits);
  const isSaid = (traits & REQUIRED) !== 0;
  if (context.profile.allRequired) {
    const names = Object.keys(properties);
    node.schema.required = names;
    if (!isSaid) context.change(place, "required");
    else if (!equalJson(said, names)) context.change(place.at("required"), "required");
  } else if (said.length > 0) node.schema.required = said.slice();
  else if (isSaid) context.change(place.at("required"), "required");
}

interface Draft {
  readonly node: SchemaDraft;
  readonly context: Lowering;
}
