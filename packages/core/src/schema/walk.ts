import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";

/** What a keyword's value holds: one schema, schemas by name, a list of schemas, or (draft-07) one of two of these. */
export type SubschemaLayout = "schema" | "map" | "list" | "schema-or-list" | "schema-or-strings-map";

/** The keywords that hold schemas, in JSON Schema 2020-12 and draft-07. Every other keyword's value is data. */
const HOLDERS: ReadonlyMap<string, SubschemaLayout> = new Map<string, SubschemaLayout>([
  ["properties", "map"],
  ["items", "schema-or-list"],
  ["additionalProperties", "schema"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["allOf", "list"],
  ["$defs", "map"],
  ["definitions", "map"],
  ["prefixItems", "list"],
  ["patternProperties", "map"],
  ["propertyNames", "schema"],
  ["additionalItems", "schema"],
  ["unevaluatedItems", "schema"],
  ["unevaluatedProperties", "schema"],
  ["contains", "schema"],
  ["contentSchema", "schema"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["dependentSchemas", "map"],
  ["dependencies", "schema-or-strings-map"],
]);

/** Rewrites one subschema. */
export type Visit = (schema: Json, place: Place) => Json;

/** What a keyword's value holds, or `undefined` where it is data. */
export function subschemaLayout(keyword: string): SubschemaLayout | undefined {
  return HOLDERS.get(keyword);
}

/** A keyword's value with each schema in it replaced by what `visit` makes of it. */
export function mapSubschemas(keyword: string, value: Json, place: Place, visit: Visit): Json {
  switch (HOLDERS.get(keyword)) {
    case "schema":
      return visit(value, place);
    case "list":
      return mapList(value, place, visit);
    case "map":
      return mapMap(value, place, visit);
    case "schema-or-list":
      return isArray(value) ? mapList(value, place, visit) : visit(value, place);
    case "schema-or-strings-map":
      return mapMap(value, place, (each, at) => (isArray(each) ? each : visit(each, at)));
    case undefined:
      return value;
  }
}

/** Tells `visit` of every subschema that stands directly in a schema. */
export function eachSubschema(schema: JsonObject, visit: (schema: Json) => void): void {
  for (const keyword in schema) {
    const kind = HOLDERS.get(keyword);
    if (kind !== undefined) visitSubschemas(kind, schema[keyword] as Json, visit);
  }
}

function visitSubschemas(kind: SubschemaLayout, value: Json, visit: (schema: Json) => void): void {
  if (kind === "schema" || (kind === "schema-or-list" && !isArray(value))) visit(value);
  else if (kind === "list" || kind === "schema-or-list") {
    if (isArray(value)) for (const each of value) visit(each);
  } else if (isObject(value)) {
    for (const name in value) if (kind === "map" || !isArray(value[name])) visit(value[name] as Json);
  }
}

function mapList(value: Json, place: Place, visit: Visit): Json {
  return isArray(value) ? value.map((schema, index) => visit(schema, place.at(index))) : value;
}

function mapMap(value: Json, place: Place, visit: Visit): Json {
  if (!isObject(value)) return value;
  const mapped: Record<string, Json> = {};
  for (const name of Object.keys(value)) setKey(mapped, name, visit(value[name] ?? null, place.at(name)));
  return mapped;
}
