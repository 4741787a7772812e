import { isArray, isObject, membership } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { asParts, type Lowering } from "../context.ts";
import type { SchemaPart } from "../source.ts";

/** A property that one or more schemas describe; `parts` is `undefined` where they contradict each other. */
export interface Property {
  readonly name: string;
  readonly place: Place;
  readonly parts: readonly SchemaPart[] | undefined;
  readonly required: boolean;
}

/** What keys beside the declared ones may hold: nobody said, none allowed, or these schemas. */
export type AdditionalProperties = "unsaid" | "none" | AdditionalSchemas;

/** Schemas for the keys that are not declared; none of them asks anything where `said` is `true` or `{}`. */
export interface AdditionalSchemas {
  readonly parts: readonly SchemaPart[];
  readonly place: Place;
  readonly said: Json;
}

/** What a conjunction of schemas says of an object. */
export interface ObjectShape {
  readonly properties: readonly Property[];
  readonly rest: AdditionalProperties;
  /** Somebody wrote `properties`, even if they are empty. */
  readonly declared: boolean;
  /** The `properties` of the source, where they are all that there are. */
  readonly source?: JsonObject;
}

/** Reads the properties of an object from all schemas that describe it. */
export function objectShape(parts: readonly SchemaPart[], context: Lowering): ObjectShape {
  const rest = restOf(parts, context);
  const [part, another] = parts;
  const alone = part !== undefined && another === undefined ? shapeAlone(part, rest, context) : undefined;
  if (alone !== undefined) return alone;
  const names = propertyNames(parts);
  const required = requiredNames(parts);
  const ghosts = new Set<string>();
  const declared = parts.some(({ schema }) => schema.properties !== undefined);
  for (const name of required) {
    if (names.has(name)) continue;
    if (typeof rest !== "object") ghosts.add(name);
    // A closed object must still have room for it.
    if (typeof rest === "object" || (rest === "unsaid" && declared && context.profile.closed)) names.add(name);
  }
  if (ghosts.size > 0) reportUndeclared(ghosts, parts, context);
  const speakers = parts.length <= FEW ? undefined : speakersOf(parts);
  const properties = [...names].map((name) =>
    propertyOf(
      name,
      speakers === undefined ? parts : speakersAbout(name, speakers, context),
      required.has(name) && !ghosts.has(name),
      context,
    ),
  );
  return { properties, rest, declared };
}

/** So many schemas are all asked what they say of a property. */
const FEW = 8;

/** Which of many schemas speak of a property: those that declare it, and those that say something of all undeclared ones. */
interface Speakers {
  readonly parts: readonly SchemaPart[];
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly ofOthers: readonly number[];
}

function speakersOf(parts: readonly SchemaPart[]): Speakers {
  const byName = new Map<string, number[]>();
  const ofOthers: number[] = [];
  for (const [index, { schema }] of parts.entries()) {
    if (schema.additionalProperties !== undefined && schema.patternProperties === undefined) ofOthers.push(index);
    for (const name of isObject(schema.properties) ? Object.keys(schema.properties) : []) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [index]);
      else known.push(index);
    }
  }
  return { parts, byName, ofOthers };
}

// In the order of the schemas. One that declares the property may speak of all others as well.
function speakersAbout(name: string, { parts, byName, ofOthers }: Speakers, context: Lowering): readonly SchemaPart[] {
  const own = byName.get(name) ?? [];
  context.charge(own.length + ofOthers.length);
  const indices = ofOthers.length === 0 ? own : [...new Set([...own, ...ofOthers])].sort((one, other) => one - other);
  return indices.map((index) => parts[index] as SchemaPart);
}

// One schema that declares all that it requires: the way in which nearly every object is described.
function shapeAlone(
  { schema, place }: SchemaPart,
  rest: AdditionalProperties,
  context: Lowering,
): ObjectShape | undefined {
  const { properties } = schema;
  const required: readonly Json[] = isArray(schema.required) ? schema.required : [];
  if (!isObject(properties) || !required.every((name) => Object.hasOwn(properties, String(name)))) return undefined;
  const below = place.at("properties");
  const isRequired = membership(required);
  const described: Property[] = [];
  for (const name in properties) {
    const property = properties[name] as Json;
    const at = below.at(name);
    if (property === true) context.on(at).change("boolean-schema");
    const parts = asParts(property, at, context.report);
    described.push({ name, place: at, parts, required: isRequired(name) });
  }
  return { properties: described, rest, declared: true, source: properties };
}

function propertyNames(parts: readonly SchemaPart[]): Set<string> {
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

// A required name that nobody declares is a leftover: no model could know what to put there.
function reportUndeclared(ghosts: ReadonlySet<string>, parts: readonly SchemaPart[], context: Lowering): void {
  for (const { schema, place } of parts) {
    for (const name of isArray(schema.required) ? schema.required : []) {
      if (typeof name !== "string" || !ghosts.has(name)) continue;
      context.on(place.at("required")).lose("undeclared-required", { action: "weakened", detail: { name } });
    }
  }
}

function propertyOf(name: string, speakers: readonly SchemaPart[], required: boolean, context: Lowering): Property {
  let place: Place | undefined;
  let described: SchemaPart[] | undefined = [];
  for (const part of speakers) {
    const own = ownSchema(part, name);
    if (own === undefined) continue;
    if (place === undefined || own.declares) place = own.place;
    if (own.declares && own.schema === true) context.on(own.place).change("boolean-schema");
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
  const { properties, additionalProperties, patternProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) {
    return { schema: properties[name] ?? null, place: place.at("properties").at(name), declares: true };
  }
  if (additionalProperties === undefined || patternProperties !== undefined) return undefined;
  return { schema: additionalProperties, place: place.at("additionalProperties"), declares: false };
}

function restOf(parts: readonly SchemaPart[], context: Lowering): AdditionalProperties {
  let first: AdditionalSchemas | undefined;
  const open: SchemaPart[] = [];
  let isClosed = false;
  for (const part of parts) {
    const own = ownRest(part, context);
    if (own === "none") isClosed = true;
    if (typeof own === "string") continue;
    first ??= own;
    open.push(...own.parts);
  }
  if (isClosed) return "none";
  return first === undefined ? "unsaid" : { place: first.place, said: first.said, parts: open };
}

function ownRest(part: SchemaPart, context: Lowering): AdditionalProperties {
  const { additionalProperties, patternProperties } = part.schema;
  // Which keys a pattern means cannot be said without patterns, so neither can what the other keys may hold.
  if (patternProperties !== undefined) return { parts: [], place: part.place, said: true };
  if (additionalProperties === undefined) return "unsaid";
  if (additionalProperties === false) return "none";
  const place = part.place.at("additionalProperties");
  const parts = asParts(additionalProperties, place, context.report);
  if (parts === undefined) return "none";
  return { parts: parts.filter(({ schema }) => Object.keys(schema).length > 0), place, said: additionalProperties };
}
