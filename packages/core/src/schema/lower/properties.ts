import { setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import type { PropertyLens, Takes } from "../rules/object-lens.ts";
import { addNull, box, boxLens, takesNull } from "../rules/optional-to-nullable.ts";
import { safePropertyName } from "../rules/property-names.ts";
import { fits } from "../validate.ts";
import type { ObjectShape, Property } from "./shape.ts";

/** A property with its lowered schema, and the lens on its values. */
export interface LoweredProperty extends PropertyLens {
  readonly schema: Lowered["schema"];
  readonly required: boolean;
}

/** Lowers the properties of an object; undefined where no value is valid for one that is required. */
export function lowerProperties(properties: readonly Property[], context: Lowering): LoweredProperty[] | undefined {
  const all: LoweredProperty[] = [];
  const names = context.profile.propertyNames && new Set(properties.map(({ name }) => name));
  for (const property of properties) {
    const lowered = lowerProperty(property, context);
    if (lowered !== undefined) all.push(finishProperty(property, lowered, names, context));
    else if (property.required) return undefined;
    else reportForbidden(property.place, context);
  }
  return all;
}

/** Lowered properties by name. */
export function writeProperties(properties: readonly LoweredProperty[], shape: ObjectShape): Record<string, Json> {
  // Where no name changes, a copy of the source's properties has room for all of them from the start.
  const isSame = properties.length === shape.properties.length && keepNames(properties);
  const written: Record<string, Json> = isSame ? { ...shape.source } : {};
  for (const { sent, schema } of properties) setKey(written, sent, schema);
  return written;
}

/** Whether all properties keep their names. */
export function keepNames(properties: readonly LoweredProperty[]): boolean {
  return properties.every(({ name, sent }) => name === sent);
}

/** Checks values against a lowered schema. Where the target closes its objects, they hold nothing undeclared to check. */
export function takesIn({ schema }: Lowered, { profile, shared }: Lowering): Takes | undefined {
  return profile.closed ? undefined : (value, run) => fits(value, schema, shared.root, run);
}

function lowerProperty({ schema, parts, place }: Property, context: Lowering): Lowered | undefined {
  if (schema === undefined) return context.parts(parts, place);
  if (schema === true) context.on(place).change("boolean-schema");
  return context.child(schema, place);
}

// A property that must not be there is not declared, which forbids it only where objects are closed.
function reportForbidden(place: Place, context: Lowering): void {
  if (context.profile.closed) context.change(place, "forbidden-property");
  else context.on(place).lose("keyword", { action: "weakened" });
}

function finishProperty(
  { name, required, place }: Property,
  lowered: Lowered,
  names: Set<string> | undefined,
  context: Lowering,
): LoweredProperty {
  const sent = names === undefined ? name : safePropertyName(name, context.profile.propertyNames, names);
  names?.add(sent);
  if (sent !== name) context.on(place).change("property-name", sent);
  const takes = sent === name ? undefined : takesIn(lowered, context);
  if (required || !context.profile.allRequired)
    return { name, sent, required, schema: lowered.schema, lens: lowered.lens, nullIsAbsent: false, takes };
  context.change(place, "optional-to-nullable");
  const { schema, lens } = nullable(lowered, context);
  return { name, sent, required: true, schema, lens, nullIsAbsent: true };
}

// Null stands for the absence of the property; a property that may be null itself is put in a box.
function nullable(lowered: Lowered, { profile }: Lowering): Lowered {
  if (!takesNull(lowered)) return { schema: addNull(lowered.schema, profile), lens: lowered.lens };
  return { schema: addNull(box(lowered.schema, profile), profile), lens: boxLens(lowered.lens) };
}
