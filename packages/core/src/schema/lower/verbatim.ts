import { copyJson, isArray, isObject, setKey } from "../../json/value.ts";
import type { Mark } from "../../ledger.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Place } from "../../place.ts";
import { after, mapInSteps } from "../../steps.ts";
import type { Lowering } from "../context.ts";
import { keywordOf } from "../keywords/index.ts";
import { dropUndeclared } from "../rules/declared-required.ts";
import { repair } from "../rules/repair.ts";
import { isAnnotation, type SchemaPart } from "../source.ts";
import { ARRAY, typesOfKeyword } from "../types.ts";
import { mapSubschemas, type Subschema, subschemaLayout, subschemasIn } from "../walk.ts";

/** Copies a schema for a target that accepts nearly everything, and repairs only what that target refuses. */
export function copyVerbatim(part: SchemaPart, context: Lowering): Eventually<Record<string, Json>> {
  const schema = withoutDangling(repair(part, context.report), part, context);
  const { place } = part;
  const keywords = Object.keys(schema);
  const copyKeyword = (keyword: string): Eventually<Copied> => {
    const value = schema[keyword] ?? null;
    const at = place.at(keyword);
    if (subschemaLayout(keyword) === undefined) return [keyword, copyJson(value)];
    const mark = context.report.ledger.mark();
    return after(copyHolder(keyword, value, at, context), (copied) =>
      isStricter(keyword, mark, context)
        ? weaken(keyword, copied, mark, { schema, place: at, context })
        : [keyword, copied],
    );
  };
  return after(mapInSteps(keywords, copyKeyword, context), (copied) => {
    const copy: Record<string, Json> = {};
    for (const [name, value] of copied) if (name !== undefined) setKey(copy, name, value);
    return complete(copy, place, context);
  });
}

/** A keyword in the copy, and its value; without a name, it is left out. */
type Copied = readonly [name: string | undefined, value: Json];

// What was lost below `not`, `if` or `oneOf` makes the schema around it reject other values.
function isStricter(keyword: string, [losses]: Mark, { report }: Lowering): boolean {
  const { inverts, inPlace } = keywordOf(keyword);
  if (!inverts || inPlace === undefined) return false;
  return report.ledger.entries.losses.slice(losses).some(({ place }) => !isAnnotation(String(place.key)));
}

function weaken(keyword: string, value: Json, mark: Mark, { schema, place, context }: Weakened): Copied {
  if (keyword === "oneOf" && schema.anyOf === undefined) {
    context.on(place).lose("keyword", { action: "weakened" });
    return ["anyOf", value];
  }
  context.report.ledger.rewind(mark);
  context.on(place).lose("keyword");
  return [undefined, null];
}

interface Weakened extends SchemaPart {
  readonly context: Lowering;
}

function complete(copy: Record<string, Json>, place: Place, context: Lowering): Record<string, Json> {
  if (shouldModernize(context)) modernize(copy, place, context);
  if (context.profile.arraysNeedItems) addItems(copy, place, context);
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

function copyHolder(keyword: string, value: Json, place: Place, context: Lowering): Eventually<Json> {
  const copyOne = ({ schema, key }: Subschema) =>
    copyChild(keyword, schema, key === undefined ? place : place.at(key), context);
  return after(mapInSteps(subschemasIn(keyword, value), copyOne, context), (copies) => {
    let next = 0;
    return mapSubschemas(keyword, value, place, () => copies[next++] as Json);
  });
}

function copyChild(keyword: string, child: Json, place: Place, context: Lowering): Eventually<Json> {
  if (typeof child === "boolean") return keyword === "properties" ? booleanAsObject(child, place, context) : child;
  return after(context.child(child, place), (lowered) => {
    if (lowered === undefined) return false;
    const isComplete = !context.profile.declaredRequired || lowered.schema.required === undefined;
    if (isComplete || keywordOf(keyword).inPlace !== undefined || !isObject(child)) return lowered.schema;
    const copy = { ...lowered.schema };
    dropUndeclared(copy, child, place, context);
    return copy;
  });
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
