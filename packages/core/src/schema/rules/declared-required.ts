import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Lowering } from "../context.ts";
import { isOpen } from "../keywords/additional-properties.ts";
import { keywordsWhere } from "../keywords/index.ts";
import type { Source } from "../source.ts";

/**
 * Removes the names from a copied object schema's `required` that are not declared. Subschemas of `anyOf`, `allOf` and
 * the like describe the same object, so that the names which they declare count as well.
 */
export function dropUndeclared(copy: Record<string, Json>, source: JsonObject, place: Place, context: Lowering): void {
  const { required } = copy;
  if (!isArray(required) || isOpen(source)) return;
  const own = isObject(source.properties) ? source.properties : {};
  if (required.every((name) => Object.hasOwn(own, String(name)))) return;
  const declared = new Set<string>();
  collectDeclared(source, { names: declared, seen: new Set(), source: context.source }, 0);
  const kept = required.filter((name) => declared.has(String(name)));
  if (kept.length === required.length) return;
  context.on(place.at("required")).lose("undeclared-required", { action: "weakened" });
  if (kept.length > 0) copy.required = kept;
  else delete copy.required;
}

interface Collection {
  readonly names: Set<string>;
  /** The schemas visited so far: references may lead to one schema in exponentially many ways. */
  readonly seen: Set<Json>;
  readonly source: Source;
}

function collectDeclared(schema: Json, collection: Collection, depth: number): void {
  const { names, seen, source } = collection;
  if (!isObject(schema) || depth > MAX_DEPTH || seen.has(schema)) return;
  seen.add(schema);
  if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) names.add(name);
  if (typeof schema.$ref === "string")
    collectDeclared(source.resolve(schema.$ref)?.schema ?? null, collection, depth + 1);
  for (const keyword of IN_PLACE) {
    const value = schema[keyword];
    for (const branch of isArray(value) ? value : [value ?? null]) collectDeclared(branch, collection, depth + 1);
  }
}

/** The keywords whose subschemas may declare properties of the same object. */
const IN_PLACE = keywordsWhere(
  ({ inPlace, subschemas }) => inPlace === "applied" && (subschemas === "schema" || subschemas === "list"),
);
const MAX_DEPTH = 64;
