import { areDistinct, isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { OBJECT } from "../types.ts";
import { defineKeyword, type Keyword, type Repair } from "./keyword.ts";
import { isStrings, STRINGS_FORM } from "./value-forms.ts";

/** The properties that an object must have. */
export const keyword: Keyword = defineKeyword({
  name: "required",
  role: "constraint",
  types: OBJECT,
  impliesType: true,
  loweredWith: "object",
  form: STRINGS_FORM,
  wellFormed: (value) => isStrings(value) && areDistinct(value),
  repair: repaired,
  accepts: (value, argument) =>
    !isObject(value) ||
    !isArray(argument) ||
    argument.every((name) => typeof name === "string" && Object.hasOwn(value, name)),
});

// SDKs may write `null` for what a schema does not say.
function repaired(value: Json): Repair | undefined {
  if (value === null) return { change: "null-field" };
  return isArray(value) ? withoutRepetitions(value) : undefined;
}

// A name that comes twice means the same as once; what is no name means nothing.
function withoutRepetitions(names: readonly Json[]): Repair {
  const value = [...new Set(names.filter((name) => typeof name === "string"))];
  return isStrings(names) ? { value, change: "repeated-name" } : { value };
}
