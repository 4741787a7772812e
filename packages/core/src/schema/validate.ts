import { isJsonNumber } from "../json/number.ts";
import { equalJson, isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { parsePointer } from "../place.ts";
import type { LensRun } from "./lens-run.ts";
import { NULL, typeOfValue, typesOfKeyword } from "./types.ts";

/**
 * Whether a value fits a schema that the lowering wrote: what a lens needs to tell the branches of a union apart.
 * Patterns and formats are not judged, because branches that differ in nothing else are never told apart by them.
 */
export function fits(value: Json, schema: Json, root: Json, run: LensRun): boolean {
  return fitsAt(value, schema, { root, run, depth: 0 });
}

/** The document that references lead into, and how deep in schemas we are. */
interface Within {
  readonly root: Json;
  readonly run: LensRun;
  readonly depth: number;
}

const MAX_DEPTH = 256;

function fitsAt(value: Json, schema: Json, within: Within): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || within.depth > MAX_DEPTH) return true;
  return within.run.once(schema, value, () => fitsSchema(value, schema, { ...within, depth: within.depth + 1 }));
}

function fitsSchema(value: Json, schema: JsonObject, deeper: Within): boolean {
  if (typeof schema.$ref === "string") return fitsAt(value, lookUp(deeper.root, schema.$ref), deeper);
  return (
    fitsType(value, schema) &&
    fitsValues(value, schema, deeper) &&
    fitsUnions(value, schema, deeper) &&
    fitsShape(value, schema, deeper)
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

function fitsValues(value: Json, schema: JsonObject, { run }: Within): boolean {
  if (value === null && schema.nullable === true) return true;
  if (isArray(schema.enum)) run.spend(schema.enum.length >> 2);
  if (isArray(schema.enum) && !schema.enum.some((each) => equalJson(each, value))) return false;
  return !Object.hasOwn(schema, "const") || equalJson(schema.const ?? null, value);
}

function fitsUnions(value: Json, schema: JsonObject, within: Within): boolean {
  const { anyOf, oneOf, allOf, not } = schema;
  if (isArray(anyOf) && !anyOf.some((branch) => fitsAt(value, branch, within))) return false;
  if (isArray(oneOf) && oneOf.filter((branch) => fitsAt(value, branch, within)).length !== 1) return false;
  if (isArray(allOf) && !allOf.every((branch) => fitsAt(value, branch, within))) return false;
  return not === undefined || !fitsAt(value, not, within);
}

function fitsShape(value: Json, schema: JsonObject, within: Within): boolean {
  if (isObject(value)) return fitsObject(value, schema, within);
  if (isArray(value)) return fitsArray(value, schema, within);
  if (typeof value === "string") return between([...value].length, schema.minLength, schema.maxLength);
  if (typeof value === "number" || isJsonNumber(value)) return fitsNumber(Number(value), schema);
  return true;
}

function fitsObject(value: JsonObject, schema: JsonObject, within: Within): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = isArray(schema.required) ? schema.required : [];
  if (!required.every((name) => typeof name === "string" && Object.hasOwn(value, name))) return false;
  const names = Object.keys(value);
  if (!between(names.length, schema.minProperties, schema.maxProperties)) return false;
  return names.every((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    return property === undefined || fitsAt(value[name] ?? null, property, within);
  });
}

function fitsArray(value: readonly Json[], schema: JsonObject, within: Within): boolean {
  if (!between(value.length, schema.minItems, schema.maxItems)) return false;
  const prefix = isArray(schema.prefixItems) ? schema.prefixItems : [];
  const rest = schema.items;
  return value.every((item, index) => {
    const own = index < prefix.length ? prefix[index] : rest;
    return own === undefined || fitsAt(item, own, within);
  });
}

function fitsNumber(value: number, schema: JsonObject): boolean {
  if (!between(value, schema.minimum, schema.maximum)) return false;
  if (isNumber(schema.exclusiveMinimum) && value <= Number(schema.exclusiveMinimum)) return false;
  return !(isNumber(schema.exclusiveMaximum) && value >= Number(schema.exclusiveMaximum));
}

function between(size: number, least: Json | undefined, most: Json | undefined): boolean {
  return !(isNumber(least) && size < Number(least)) && !(isNumber(most) && size > Number(most));
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number" || isJsonNumber(value ?? null);
}
