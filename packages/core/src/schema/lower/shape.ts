import { isArray, isObject, membership } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after, mapInSteps, pauseAfter } from "../../steps.ts";
import { asParts, type Lowering } from "../context.ts";
import { undeclaredSchema } from "../keywords/additional-properties.ts";
import type { SchemaPart } from "../source.ts";
import { type AdditionalProperties, additionalOf } from "./additional-shape.ts";

/** A property that several schemas describe. */
export interface Property {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
  /** The schemas that describe it together; undefined where they contradict each other. */
  readonly parts: readonly SchemaPart[] | undefined;
}

/** The properties that one schema declares. */
export interface DeclaredProperties {
  readonly schemas: JsonObject;
  /** The place of `properties`. */
  readonly place: Place;
  isRequired(name: string): boolean;
}

/** What several schemas together require of an object. */
export interface ObjectShape {
  readonly names: readonly string[];
  /**
   * The properties, if one schema describes the object and declares all that it requires; then `properties` is empty.
   */
  readonly declared: DeclaredProperties | undefined;
  readonly properties: readonly Property[];
  readonly additional: AdditionalProperties;
  /** Whether any of the schemas has `properties`, even if they are empty. */
  readonly isDeclared: boolean;
}

/** Reads the shape of an object from all schemas that describe it. */
export function objectShape(parts: readonly SchemaPart[], context: Lowering): Eventually<ObjectShape> {
  const additional = additionalOf(parts, context);
  const [part, another] = parts;
  const single = part !== undefined && another === undefined ? shapeOfOne(part, additional) : undefined;
  return single ?? shapeOfAll(parts, additional, context);
}

// One schema that declares all that it requires, or nothing: the common cases.
function shapeOfOne({ schema, place }: SchemaPart, additional: AdditionalProperties): ObjectShape | undefined {
  const { properties } = schema;
  const required: readonly Json[] = isArray(schema.required) ? schema.required : [];
  if (properties === undefined && required.length === 0)
    return { names: [], declared: undefined, properties: [], additional, isDeclared: false };
  if (!isObject(properties) || !required.every((name) => Object.hasOwn(properties, String(name)))) return undefined;
  const declared = { schemas: properties, place: place.at("properties"), isRequired: membership(required) };
  return { names: Object.keys(properties), declared, properties: [], additional, isDeclared: true };
}

function shapeOfAll(
  parts: readonly SchemaPart[],
  additional: AdditionalProperties,
  context: Lowering,
): Eventually<ObjectShape> {
  const names = declaredNames(parts);
  const required = requiredNames(parts);
  const undeclared = new Set<string>();
  const isDeclared = parts.some(({ schema }) => schema.properties !== undefined);
  for (const name of required) {
    if (names.has(name)) continue;
    if (typeof additional !== "object") undeclared.add(name);
    // An object that will be closed must still have room for the undeclared name.
    if (typeof additional === "object" || (additional === "unspecified" && isDeclared && context.profile.closed))
      names.add(name);
  }
  if (undeclared.size > 0) reportUndeclared(undeclared, parts, context);
  const isRequired = (name: string) => required.has(name) && !undeclared.has(name);
  return after(propertiesOf([...names], parts, isRequired, context), (properties) => {
    return { names: [...names], declared: undefined, properties, additional, isDeclared };
  });
}

function propertiesOf(
  names: readonly string[],
  parts: readonly SchemaPart[],
  isRequired: (name: string) => boolean,
  context: Lowering,
): Eventually<Property[]> {
  const describe = (name: string, index: PartIndex | undefined) => {
    const about = index === undefined ? parts : partsAbout(name, index, context);
    const property = propertyOf(name, about, isRequired(name), context);
    return after(pauseAfter(about.length, context), () => property);
  };
  if (parts.length <= FEW_PARTS) return mapInSteps(names, (name) => describe(name, undefined), context);
  return after(pauseAfter(parts.length >> 2, context), () => {
    const index = indexParts(parts);
    return after(pauseAfter(parts.length >> 2, context), () =>
      mapInSteps(names, (name) => describe(name, index), context),
    );
  });
}

/** Up to this number of schemas, all are searched for each property. */
const FEW_PARTS = 8;

/** The schemas that describe a property: those that declare it, and those that describe all undeclared ones. */
interface PartIndex {
  readonly parts: readonly SchemaPart[];
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly ofUndeclared: readonly number[];
}

function indexParts(parts: readonly SchemaPart[]): PartIndex {
  const byName = new Map<string, number[]>();
  const ofUndeclared: number[] = [];
  for (const [index, { schema }] of parts.entries()) {
    if (undeclaredSchema(schema) !== undefined) ofUndeclared.push(index);
    for (const name of isObject(schema.properties) ? Object.keys(schema.properties) : []) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [index]);
      else known.push(index);
    }
  }
  return { parts, byName, ofUndeclared };
}

// In the order of the schemas. One that declares the property may also describe the undeclared ones.
function partsAbout(
  name: string,
  { parts, byName, ofUndeclared }: PartIndex,
  context: Lowering,
): readonly SchemaPart[] {
  const own = byName.get(name) ?? [];
  context.charge(own.length + ofUndeclared.length);
  const indices =
    ofUndeclared.length === 0 ? own : [...new Set([...own, ...ofUndeclared])].sort((one, other) => one - other);
  return indices.map((index) => parts[index] as SchemaPart);
}

function declaredNames(parts: readonly SchemaPart[]): Set<string> {
  const names = new Set<string>();
  for (const { schema } of parts) {
    if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) names.add(name);
  }
  return names;
}

function requiredNames(parts: readonly SchemaPart[]): Set<string> {
  const names = new Set<string>();
  for (const { schema } of parts) {
    if (isArray(schema.required)) for (const name of schema.required) if (typeof name === "string") names.add(name);
  }
  return names;
}

// A required name that no schema declares is a mistake: a model could not know its value.
function reportUndeclared(undeclared: ReadonlySet<string>, parts: readonly SchemaPart[], context: Lowering): void {
  for (const { schema, place } of parts) {
    for (const name of isArray(schema.required) ? schema.required : []) {
      if (typeof name !== "string" || !undeclared.has(name)) continue;
      context.lose(place.at("required"), "undeclared-required", { action: "weakened", detail: { name } });
    }
  }
}

function propertyOf(name: string, about: readonly SchemaPart[], required: boolean, context: Lowering): Property {
  let place: Place | undefined;
  let described: SchemaPart[] | undefined = [];
  for (const part of about) {
    const own = ownSchema(part, name);
    if (own === undefined) continue;
    if (place === undefined || own.declares) place = own.place;
    if (own.declares && own.schema === true) context.change(own.place, "boolean-schema");
    const more = asParts(own.schema, own.place, context.report);
    if (more === undefined) described = undefined;
    else described?.push(...more);
  }
  return { name, required, parts: described, place: place ?? context.source.place };
}

interface OwnSchema {
  readonly schema: Json;
  readonly place: Place;
  readonly declares: boolean;
}

function ownSchema({ schema, place }: SchemaPart, name: string): OwnSchema | undefined {
  const { properties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name))
    return { schema: properties[name] ?? null, place: place.at("properties").at(name), declares: true };
  const undeclared = undeclaredSchema(schema);
  return undeclared === undefined
    ? undefined
    : { schema: undeclared, place: place.at("additionalProperties"), declares: false };
}
