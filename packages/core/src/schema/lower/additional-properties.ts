import { setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { entriesSchema } from "../rules/map-to-entries.ts";
import type { RestLens } from "../rules/object-lens.ts";
import type { SchemaConjunction, SchemaPart } from "../source.ts";
import type { AdditionalProperties, AdditionalSchemas } from "./additional-shape.ts";
import type { SchemaDraft } from "./draft.ts";
import { entriesOf, loseKeyword } from "./keywords.ts";
import { acceptsIn } from "./properties.ts";

/** An object schema while it is written. */
export interface ObjectDraft {
  readonly properties: Record<string, Json>;
  readonly draft: SchemaDraft;
  readonly context: Lowering;
}

/** Lowers what an object requires of undeclared properties. */
export function lowerAdditional(
  node: SchemaConjunction,
  additional: AdditionalProperties,
  object: ObjectDraft,
): Eventually<RestLens> {
  if (typeof additional === "object") return lowerSchemas(node.parts, additional, object);
  writeWithoutSchema(node, additional, object);
  return NO_REST;
}

/** Nothing happens to undeclared keys. */
export const NO_REST: RestLens = { lens: undefined };

/** Writes that an object has no undeclared properties, where its source or the target says so. */
function writeWithoutSchema(
  { parts, place }: SchemaConjunction,
  additional: "unspecified" | "none",
  { draft, context }: { readonly draft: SchemaDraft; readonly context: Lowering },
): void {
  if (additional === "none") writeClosed(parts, draft, context);
  else if (context.profile.closed) {
    draft.schema.additionalProperties = false;
    context.change(place, "close-object");
  }
}

/** Whether a target accepts a schema for additional properties. */
export function supportsAdditional(context: Lowering): boolean {
  return context.profile.openObjects && context.supports("additionalProperties");
}

/** The value of `additionalProperties` for a target that supports it. */
export function additionalValue({ parts, stated }: AdditionalSchemas, value: Lowered): Json {
  return parts.length === 0 ? stated : value.schema;
}

/** Objects are open by default, so that `additionalProperties: true` can be left out without a loss. */
export function reportOpen(parts: readonly SchemaPart[], context: Lowering): void {
  for (const { part } of entriesOf(parts, "additionalProperties"))
    context.change(part.place.at("additionalProperties"), "vacuous-keyword");
}

/** Reports `patternProperties` as lost, and `additionalProperties` next to it, which is weaker without it. */
export function losePatterns(parts: readonly SchemaPart[], draft: SchemaDraft, context: Lowering): void {
  for (const entry of entriesOf(parts, "patternProperties")) {
    loseKeyword(entry, draft, context);
    if (entry.part.schema.additionalProperties === undefined) continue;
    context.lose(entry.part.place.at("additionalProperties"), "keyword", { action: "weakened" });
  }
}

/**
 * Reports keywords about the names and the number of properties as lost: they have no meaning for entries in a list.
 */
export function loseNameKeywords(parts: readonly SchemaPart[], draft: SchemaDraft, context: Lowering): void {
  for (const keyword of ["propertyNames", "minProperties", "maxProperties"]) {
    for (const entry of entriesOf(parts, keyword)) loseKeyword(entry, draft, context);
  }
}

function writeClosed(parts: readonly SchemaPart[], draft: SchemaDraft, context: Lowering): void {
  if (context.supports("additionalProperties")) draft.schema.additionalProperties = false;
  else for (const entry of entriesOf(parts, "additionalProperties")) loseKeyword(entry, draft, context);
}

function lowerSchemas(
  parts: readonly SchemaPart[],
  additional: AdditionalSchemas,
  object: ObjectDraft,
): Eventually<RestLens> {
  return after(object.context.parts(additional.parts, additional.place), (value) =>
    writeAdditional(parts, additional, value, object),
  );
}

function writeAdditional(
  parts: readonly SchemaPart[],
  additional: AdditionalSchemas,
  value: Lowered | undefined,
  object: ObjectDraft,
): RestLens {
  const { draft, context } = object;
  if (value === undefined) {
    writeClosed(parts, draft, context);
    return NO_REST;
  }
  if (supportsAdditional(context)) {
    draft.schema.additionalProperties = additionalValue(additional, value);
    return { lens: value.lens };
  }
  if (additional.parts.length === 0 && !context.profile.closed) {
    reportOpen(parts, context);
    return NO_REST;
  }
  return collectUnderProperty(additional.place, value, object);
}

// The undeclared properties become a list of entries in a property of its own.
function collectUnderProperty(place: Place, value: Lowered, { properties, draft, context }: ObjectDraft): RestLens {
  const under = unusedName("additional_properties", properties);
  setKey(properties, under, {
    ...entriesSchema({ type: "string" }, value.schema, context.profile),
    description: "further properties",
  });
  if (context.profile.closed) draft.schema.additionalProperties = false;
  context.change(place, "map-to-entries");
  return { lens: value.lens, entriesProperty: under, accepts: acceptsIn(value, context) };
}

function unusedName(wanted: string, taken: Readonly<Record<string, Json>>): string {
  let name = wanted;
  while (Object.hasOwn(taken, name)) name += "_";
  return name;
}
