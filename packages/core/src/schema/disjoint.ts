import { equalJson, isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { OBJECT, typesOfSchema } from "./types.ts";

/** Whether it can be shown that no value fits both of two lowered schemas. */
export function areDisjoint(first: Json, second: Json): boolean {
  const common = typesOfSchema(first) & typesOfSchema(second);
  if (common === 0) return true;
  if (!isObject(first) || !isObject(second)) return false;
  if (valuesDiffer(first, second)) return true;
  return common === OBJECT && objectsDiffer(first, second);
}

function valuesDiffer(first: JsonObject, second: JsonObject): boolean {
  const ours = valuesOf(first);
  const theirs = valuesOf(second);
  if (ours === undefined || theirs === undefined) return false;
  return !ours.some((value) => theirs.some((other) => equalJson(value, other)));
}

function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const ?? null];
  return isArray(schema.enum) ? schema.enum : undefined;
}

function objectsDiffer(first: JsonObject, second: JsonObject): boolean {
  return requiresForbidden(first, second) || requiresForbidden(second, first) || discriminated(first, second);
}

function requiresForbidden(first: JsonObject, second: JsonObject): boolean {
  if (second.additionalProperties !== false) return false;
  const allowed = isObject(second.properties) ? second.properties : {};
  return requiredOf(first).some((name) => !Object.hasOwn(allowed, name));
}

function discriminated(first: JsonObject, second: JsonObject): boolean {
  const theirs = new Set(requiredOf(second));
  return requiredOf(first).some((name) => {
    const own = propertyOf(first, name);
    const other = propertyOf(second, name);
    return theirs.has(name) && own !== undefined && other !== undefined && areDisjoint(own, other);
  });
}

function requiredOf(schema: JsonObject): string[] {
  return isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
}

function propertyOf(schema: JsonObject, name: string): Json | undefined {
  return isObject(schema.properties) && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
}
