import { isArray } from "../../json/value.ts";
import { ARRAY } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { areSchemas, SCHEMAS_FORM } from "./value-forms.ts";

/** A schema for each of the first items. */
export const keyword: Keyword = defineKeyword({
  name: "prefixItems",
  role: "applicator",
  types: ARRAY,
  impliesType: true,
  subschemas: "list",
  loweredWith: "array",
  form: SCHEMAS_FORM,
  wellFormed: areSchemas,
  accepts: (value, argument, { fits }) =>
    !isArray(value) ||
    !isArray(argument) ||
    value.every((item, index) => index >= argument.length || fits(item, argument[index] ?? true)),
});
