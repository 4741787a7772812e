import { copyJson, isArray, isObject, setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Lowering } from "../context.ts";
import { keywordOf } from "../keywords/index.ts";
import { dropUndeclared } from "../rules/declared-required.ts";
import { repair } from "../rules/repair.ts";
import type { SchemaPart } from "../source.ts";
import { ARRAY, typesOfKeyword } from "../types.ts";
import { mapSubschemas, subschemaLayout } from "../walk.ts";

/** Copies a schema for a target that accepts nearly everything, and repairs only what that target refuses. */
export function copyVerbatim(part: SchemaPart, context: Lowering): Record<string, Json> {
  const schema = withoutDangling(repair(part, context.report), part, context);
  const copy: Record<string, Json> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null;
    const place = part.place.at(keyword);
    setKey(
      copy,
      keyword,
      subschemaLayout(keyword) === undefined ? copyJson(value) : copyHolder(keyword, value, place, context),
    );
  }
  if (shouldModernize(context)) modernize(copy, part.place, context);
  if (context.profile.arraysNeedItems) addItems(copy, part.place, context);
  return copy;
}

/** Whether a schema has constructs of draft-07 and before. */
function hasOldForms(schema: JsonObject): boolean {
  return isArray(schema.items) || schema.dependencies !== undefined || schema.additionalItems !== undefined;
}

function withoutDangling(schema: JsonObject, part: SchemaPart, context: Lowering): JsonObject {
  if (typeof schema.$ref !== "string" || context.source.resolve(schema.$ref) !== undefined) return schema;
  const { $ref, ...rest } = schema;
  context.on(part.place.at("$ref")).lose("dangling-ref");
  return rest;
}

function copyHolder(keyword: string, value: Json, place: Place, context: Lowering): Json {
  return mapSubschemas(keyword, value, place, (child, at) => copyChild(keyword, child, at, context));
}

function copyChild(keyword: string, child: Json, place: Place, context: Lowering): Json {
  if (typeof child === "boolean") return keyword === "properties" ? booleanAsObject(child, place, context) : child;
  const lowered = context.child(child, place);
  if (lowered === undefined) return false;
  const isComplete = !context.profile.declaredRequired || lowered.schema.required === undefined;
  if (isComplete || keywordOf(keyword).inPlace !== undefined || !isObject(child)) return lowered.schema;
  const copy = { ...lowered.schema };
  dropUndeclared(copy, child, place, context);
  return copy;
}

// Targets that decode schemas into typed structs accept only an object as the schema of a property.
function booleanAsObject(schema: boolean, place: Place, context: Lowering): Json {
  context.on(place).change("boolean-schema");
  return schema ? {} : { not: {} };
}

function addItems(copy: Record<string, Json>, place: Place, context: Lowering): void {
  if (copy.type === undefined || (typesOfKeyword(copy.type) & ARRAY) === 0 || copy.items !== undefined) return;
  copy.items = {};
  context.on(place).change("array-items");
  if (copy.unevaluatedItems === undefined) return;
  // Once `items` applies to all items, none is left unevaluated.
  delete copy.unevaluatedItems;
  context.on(place.at("unevaluatedItems")).lose("keyword");
}

function shouldModernize({ profile, source }: Lowering): boolean {
  return profile.modern === "always" || (profile.modern === "undeclared" && !source.refHidesSiblings);
}

function modernize(copy: Record<string, Json>, place: Place, context: Lowering): void {
  if (!hasOldForms(copy)) return;
  context.on(place).change("modern-forms");
  context.shared.modernized = true;
  if (isArray(copy.items)) {
    copy.prefixItems = copy.items;
    delete copy.items;
    if (copy.additionalItems !== undefined) copy.items = copy.additionalItems;
  }
  delete copy.additionalItems;
  if (isObject(copy.dependencies)) splitDependencies(copy, copy.dependencies);
}

function splitDependencies(copy: Record<string, Json>, dependencies: JsonObject): void {
  const names: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const key of Object.keys(dependencies))
    setKey(isArray(dependencies[key]) ? names : schemas, key, dependencies[key] ?? null);
  delete copy.dependencies;
  if (Object.keys(names).length > 0) copy.dependentRequired = names;
  if (Object.keys(schemas).length > 0) copy.dependentSchemas = schemas;
}
