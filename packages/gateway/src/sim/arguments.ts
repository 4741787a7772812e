import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { list, resolved, typeOf, type VisitBudget } from "./schema.ts";
import { textFits, textFor } from "./text.ts";

/** Arguments that are valid under a tool's schema: only the required ones, and the same each time. */
export function argumentsFor(schema: Json): JsonObject {
  const value = valueFor(schema);
  return isObject(value) ? value : {};
}

/** A value that is valid under the schema. */
export function valueFor(schema: Json): Json {
  return valueAt(schema, { root: schema, depth: 0, name: "value", budget: { left: MOST } });
}

interface Place {
  /** The root, for references. */
  readonly root: Json;
  readonly depth: number;
  /** The property's name, used for texts without constraints. */
  readonly name: string;
  readonly budget: VisitBudget;
}

/** Deeper schemas are recursive. */
const DEEPEST = 24;

/** Real tools have fewer schemas, unless references multiply them. */
const MOST = 10_000;

function valueAt(given: Json, place: Place): Json {
  if (place.depth > DEEPEST || place.budget.left <= 0) return null;
  const schema = resolved(given, place.root, place.budget);
  const fixed = fixedValue(schema);
  if (fixed !== undefined) return fixed;
  switch (typeOf(schema)) {
    case "object":
      return objectFor(schema, place);
    case "array":
      return arrayFor(schema, place);
    case "integer":
    case "number":
      return numberFor(schema, typeOf(schema) === "integer");
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textFor(schema, place.name);
  }
}

function fixedValue(schema: JsonObject): Json | undefined {
  if (schema.const !== undefined) return schema.const;
  const choices = list(schema.enum);
  if (choices.length > 0) return choices[0];
  // Examples are not always valid under their own schema.
  const given = [schema.default, ...list(schema.examples), schema.example].filter((value) => value !== undefined);
  return given.find((value) => isOfType(value, typeOf(schema)) && isWithin(value, schema));
}

function isOfType(value: Json, type: string): boolean {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** Only small examples are used; larger values are generated. */
function isWithin(value: Json, schema: JsonObject): boolean {
  if (typeof value === "object") return false;
  if (typeof value === "string") return schema.pattern === undefined && textFits(value, schema);
  if (typeof value !== "number") return true;
  const { least = value, most = value } = boundsOf(schema, 0);
  return schema.multipleOf === undefined && least <= value && value <= most;
}

function objectFor(schema: JsonObject, place: Place): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = list(schema.required).filter((name): name is string => typeof name === "string");
  const least = typeof schema.minProperties === "number" ? schema.minProperties : 0;
  const wanted = [...new Set([...names, ...Object.keys(properties).slice(0, Math.max(0, least - names.length))])];
  for (let index = 1; wanted.length < least; index++) wanted.push(`key${index}`);
  const others = schema.additionalProperties ?? {};
  return Object.fromEntries(
    wanted.map((name) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : others;
      return [name, valueAt(known ?? {}, { ...place, depth: place.depth + 1, name })];
    }),
  );
}

function arrayFor(schema: JsonObject, place: Place): Json[] {
  const first = list(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined));
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const most = typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY;
  const least = typeof schema.minItems === "number" ? schema.minItems : Math.max(1, first.length);
  const length = Math.min(least, most);
  return Array.from({ length }, (_, index) => {
    const name = schema.uniqueItems === true && index > 0 ? `${place.name} ${index + 1}` : place.name;
    return distinct(valueAt(first[index] ?? rest ?? {}, { ...place, depth: place.depth + 1, name }), schema, index);
  });
}

// Unlike texts, numbers cannot carry the property's name.
function distinct(value: Json, { uniqueItems }: JsonObject, index: number): Json {
  return uniqueItems === true && typeof value === "number" ? value + index : value;
}

function stepOf({ multipleOf }: JsonObject): number | undefined {
  return typeof multipleOf === "number" && multipleOf > 0 ? multipleOf : undefined;
}

function numberFor(schema: JsonObject, whole: boolean): number {
  const step = stepOf(schema) ?? (whole ? 1 : 0);
  const { least, most } = boundsOf(schema, step);
  const start = least ?? Math.min(1, most ?? 1);
  if (step === 0) return most !== undefined && start > most ? ((least ?? most) + most) / 2 : start;
  const up = Math.ceil(start / step) * step;
  return most !== undefined && up > most ? Math.floor(most / step) * step : up;
}

function boundsOf(schema: JsonObject, step: number): { least?: number; most?: number } {
  const least = boundOf(schema.minimum, schema.exclusiveMinimum, step || 0.5);
  const most = boundOf(schema.maximum, schema.exclusiveMaximum, -(step || 0.5));
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** An inclusive bound; in draft 4, `exclusiveMinimum` is a boolean. */
function boundOf(bound: Json | undefined, exclusive: Json | undefined, step: number): number | undefined {
  if (typeof exclusive === "number") return exclusive + step;
  if (typeof bound !== "number") return undefined;
  return exclusive === true ? bound + step : bound;
}
