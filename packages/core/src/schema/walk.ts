import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import { keywordOf, type SubschemaLayout } from "./keywords/index.ts";

/** Rewrites one subschema. */
export type Visit = (schema: Json, place: Place) => Json;

/** Where a keyword holds subschemas; `undefined` if its value is data. */
export function subschemaLayout(keyword: string): SubschemaLayout | undefined {
  return keywordOf(keyword).subschemas;
}

/** Replaces each subschema in a keyword's value by what `visit` returns for it. */
export function mapSubschemas(keyword: string, value: Json, place: Place, visit: Visit): Json {
  switch (subschemaLayout(keyword)) {
    case "schema":
      return visit(value, place);
    case "list":
      return mapList(value, place, visit);
    case "map":
      return mapValues(value, place, visit);
    case "schema-or-list":
      return isArray(value) ? mapList(value, place, visit) : visit(value, place);
    case "schema-or-names-map":
      return mapValues(value, place, (each, at) => (isArray(each) ? each : visit(each, at)));
    case undefined:
      return value;
  }
}

/** The subschemas that a keyword's value holds, in the order in which `mapSubschemas` visits them. */
export function subschemasIn(keyword: string, value: Json): Subschema[] {
  const layout = subschemaLayout(keyword);
  const found: Subschema[] = [];
  if (layout !== undefined) eachSubschemaIn(layout, value, (schema, key) => found.push({ schema, key }));
  return found;
}

/** A subschema, and its key in the value of its keyword. */
export interface Subschema {
  readonly schema: Json;
  readonly key: string | number | undefined;
}

/** Calls `visit` for every direct subschema of a schema. */
export function eachSubschema(schema: JsonObject, visit: (schema: Json) => void): void {
  for (const keyword in schema) {
    const layout = subschemaLayout(keyword);
    if (layout !== undefined) eachSubschemaIn(layout, schema[keyword] as Json, visit);
  }
}

/** Calls `visit` for every subschema in a keyword's value, with its key. */
export function eachSubschemaIn(
  layout: SubschemaLayout,
  value: Json,
  visit: (schema: Json, key: string | number | undefined) => void,
): void {
  if (layout === "schema" || (layout === "schema-or-list" && !isArray(value))) visit(value, undefined);
  else if (layout === "list" || layout === "schema-or-list") {
    if (isArray(value)) for (let index = 0; index < value.length; index++) visit(value[index] as Json, index);
  } else if (isObject(value)) {
    for (const name in value) if (layout === "map" || !isArray(value[name])) visit(value[name] as Json, name);
  }
}

function mapList(value: Json, place: Place, visit: Visit): Json {
  return isArray(value) ? value.map((schema, index) => visit(schema, place.at(index))) : value;
}

function mapValues(value: Json, place: Place, visit: Visit): Json {
  if (!isObject(value)) return value;
  const mapped: Record<string, Json> = {};
  for (const name of Object.keys(value)) setKey(mapped, name, visit(value[name] ?? null, place.at(name)));
  return mapped;
}
