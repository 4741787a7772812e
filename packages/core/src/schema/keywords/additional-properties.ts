import { isSchema } from "../../json/schema-value.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { OBJECT } from "../types.ts";
import { defineKeyword, type Keyword, type ValidationSite } from "./keyword.ts";

/** The schema of all properties that are neither declared nor matched by a pattern. `false` closes the object. */
export const keyword: Keyword = defineKeyword({
  name: "additionalProperties",
  role: "applicator",
  types: OBJECT,
  impliesType: true,
  subschemas: "schema",
  loweredWith: "object",
  wellFormed: isSchema,
  accepts: (value, argument, site) => !isObject(value) || othersFit(value, argument, site),
});

function othersFit(value: JsonObject, argument: Json, { schema, fits }: ValidationSite): boolean {
  const declared = isObject(schema.properties) ? schema.properties : {};
  return Object.keys(value).every((name) => Object.hasOwn(declared, name) || fits(value[name] ?? null, argument));
}

/** Whether an object schema allows no properties but those that it declares. */
export function isClosed(schema: JsonObject): boolean {
  return schema.additionalProperties === false;
}

/** Whether an object schema says in so many words that it has further properties, or matches some by patterns. */
export function isOpen({ additionalProperties, patternProperties }: JsonObject): boolean {
  return isObject(additionalProperties) || additionalProperties === true || patternProperties !== undefined;
}

/** Closes an object schema; it is changed in place. */
export function close(schema: Record<string, Json>): void {
  schema.additionalProperties = false;
}

/** The schema of the properties that an object schema does not declare; unknown where patterns match some of them. */
export function undeclaredSchema({ additionalProperties, patternProperties }: JsonObject): Json | undefined {
  return patternProperties === undefined ? additionalProperties : undefined;
}
