import { isJsonNumber } from "../../json/number.ts";
import { isSchema } from "../../json/schema-value.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { isTypeName } from "../types.ts";

/** What a keyword's value must be, by JSON Schema 2020-12. */
export interface ValueForm {
  /** For messages: "must be …". */
  readonly expected: string;
  readonly holds: (value: Json) => boolean;
}

export const STRING_FORM: ValueForm = { expected: "a string", holds: isString };
export const BOOLEAN_FORM: ValueForm = { expected: "a boolean", holds: isBoolean };
export const OBJECT_FORM: ValueForm = { expected: "an object", holds: isObject };
export const ARRAY_FORM: ValueForm = { expected: "an array", holds: isArray };
export const NUMBER_FORM: ValueForm = { expected: "a number", holds: isNumber };
export const POSITIVE_FORM: ValueForm = { expected: "a number above 0", holds: isPositive };
export const COUNT_FORM: ValueForm = { expected: "a non-negative integer", holds: isWholeCount };
export const STRINGS_FORM: ValueForm = {
  expected: "an array of strings without repetitions",
  holds: (value) => isStrings(value) && new Set(value).size === value.length,
};
export const SCHEMA_FORM: ValueForm = { expected: "one schema, not a list", holds: (value) => !isArray(value) };
export const SCHEMAS_FORM: ValueForm = { expected: "a non-empty array of schemas", holds: isNonEmpty };
export const TYPE_FORM: ValueForm = {
  expected: "one of the seven type names, or a list of them",
  holds: isType,
};

/** Whether a value is the name of a type, or a list of such names. */
export function isType(value: Json): boolean {
  return isTypeName(value) || (isNonEmpty(value) && value.every(isTypeName));
}

export function isString(value: Json): value is string {
  return typeof value === "string";
}

export function isBoolean(value: Json): value is boolean {
  return typeof value === "boolean";
}

/** Whether a value is a JSON number, be it one that kept its digits. */
export function isNumber(value: Json | undefined): value is number {
  return typeof value === "number" || isJsonNumber(value ?? null);
}

export function isPositive(value: Json): boolean {
  return isNumber(value) && Number(value) > 0;
}

/** Whether a value is a number that things can be compared with, although not every count is whole in real schemas. */
export function isCount(value: Json): boolean {
  return isNumber(value) && Number(value) >= 0;
}

export function isStrings(value: Json): value is readonly string[] {
  return isArray(value) && value.every(isString);
}

export function isNonEmpty(value: Json): value is readonly Json[] {
  return isArray(value) && value.length > 0;
}

export function areSchemas(value: Json): boolean {
  return isNonEmpty(value) && value.every(isSchema);
}

function isWholeCount(value: Json): boolean {
  if (!isNumber(value)) return false;
  const count = Number(value);
  return count >= 0 && (Number.isInteger(count) || count === Number.POSITIVE_INFINITY);
}
