import { isJsonNumber } from "../json/number.ts";
import { equalJson, isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { parsePointer } from "../place.ts";
import { NULL, typeOfValue, typesOfKeyword } from "./types.ts";

/**
 * Whether a value fits a schema that the lowering wrote: what a lens needs to tell the branches of a union apart.
 * Patterns and formats are not judged, because branches that differ in nothing else are never told apart by them.
 */
export function fits(value: Json, schema: Json, root: Json = schema): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  if (typeof schema.$ref === "string") return fits(value, lookUp(root, schema.$ref), root);
  return (
    fitsType(value, schema) &&
    fitsValues(value, schema) &&
    fitsUnions(value, schema, root) &&
    fitsShape(value, schema, root)
  );
}

function lookUp(root: Json, ref: string): Json {
  let found: Json | undefined = root;
  for (const key of parsePointer(ref.slice(1))) {
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found ?? true;
}

function fitsType(value: Json, schema: JsonObject): boolean {
  const type = typeOfValue(value);
  if (type === NULL && schema.nullable === true) return true;
  return (typesOfKeyword(schema.type) & type) !== 0;
}

function fitsValues(value: Json, schema: JsonObject): boolean {
  if (value === null && schema.nullable === true) return true;
  if (isArray(schema.enum) && !schema.enum.some((each) => equalJson(each, value))) return false;
  return !Object.hasOwn(schema, "const") || equalJson(schema.const ?? null, value);
}

function fitsUnions(value: Json, schema: JsonObject, root: Json): boolean {
  const { anyOf, oneOf, allOf, not } = schema;
  if (isArray(anyOf) && !anyOf.some((branch) => fits(value, branch, root))) return false;
  if (isArray(oneOf) && oneOf.filter((branch) => fits(value, branch, root)).length !== 1) return false;
  if (isArray(allOf) && !allOf.every((branch) => fits(value, branch, root))) return false;
  return not === undefined || !fits(value, not, root);
}

function fitsShape(value: Json, schema: JsonObject, root: Json): boolean {
  if (isObject(value)) return fitsObject(value, schema, root);
  if (isArray(value)) return fitsArray(value, schema, root);
  if (typeof value === "string") return within([...value].length, schema.minLength, schema.maxLength);
  if (typeof value === "number" || isJsonNumber(value)) return fitsNumber(Number(value), schema);
  return true;
}

function fitsObject(value: JsonObject, schema: JsonObject, root: Json): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = isArray(schema.required) ? schema.required : [];
  if (!required.every((name) => typeof name === "string" && Object.hasOwn(value, name))) return false;
  const names = Object.keys(value);
  if (!within(names.length, schema.minProperties, schema.maxProperties)) return false;
  return names.every((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    return property === undefined || fits(value[name] ?? null, property, root);
  });
}

function fitsArray(value: readonly Json[], schema: JsonObject, root: Json): boolean {
  if (!within(value.length, schema.minItems, schema.maxItems)) return false;
  const prefix = isArray(schema.prefixItems) ? schema.prefixItems : [];
  const rest = schema.items;
  return value.every((item, index) => {
    const own = index < prefix.length ? prefix[index] : rest;
    return own === undefined || fits(item, own, root);
  });
}

function fitsNumber(value: number, schema: JsonObject): boolean {
  if (!within(value, schema.minimum, schema.maximum)) return false;
  if (isNumber(schema.exclusiveMinimum) && value <= Number(schema.exclusiveMinimum)) return false;
  return !(isNumber(schema.exclusiveMaximum) && value >= Number(schema.exclusiveMaximum));
}

function within(size: number, least: Json | undefined, most: Json | undefined): boolean {
  return !(isNumber(least) && size < Number(least)) && !(isNumber(most) && size > Number(most));
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number" || isJsonNumber(value ?? null);
}
