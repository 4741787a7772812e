import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { EnumValues } from "../../model/schema-profile.ts";
import { ARRAY, OBJECT, typeOfValue, typesOfKeyword } from "../types.ts";
import { mayEnumerate } from "./enum-to-strings.ts";

/**
 * Whether a schema has a constant that a target does not accept in `enum`, so that values have another form there. Finds most of
 * them, in a fraction of the time that lowering takes.
 */
export function hasUnlistable(schema: JsonObject, enumValues: EnumValues): boolean {
  return isUnlistable(schema, { enumValues, left: MAX_SCHEMAS });
}

/** How many schemas are looked at: those of a program may contain themselves. */
const MAX_SCHEMAS = 500;

/** What may be listed, and how many schemas are still looked at. */
interface Search {
  readonly enumValues: EnumValues;
  left: number;
}

function isUnlistable(schema: Json, search: Search): boolean {
  if (!isObject(schema) || schema.$ref !== undefined || --search.left < 0) return false;
  const types = typesOfKeyword(schema.type);
  const { const: constant = null, properties } = schema;
  if (constant !== null && (types & typeOfValue(constant)) !== 0 && !mayEnumerate(constant, search.enumValues))
    return true;
  const isInside = (child: Json) => isUnlistable(child, search);
  if (types === OBJECT && isObject(properties) && Object.values(properties).some(isInside)) return true;
  return (types === ARRAY && isInside(schema.items ?? null)) || branchesOf(schema).some(isInside);
}

function branchesOf({ anyOf, oneOf }: JsonObject): readonly Json[] {
  const branches = anyOf ?? oneOf;
  return isArray(branches) ? branches : [];
}
