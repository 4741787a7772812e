import { isArray } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { areSchemas, SCHEMAS_FORM } from "./value-forms.ts";

/** Schemas that must all match. */
export const keyword: Keyword = defineKeyword({
  name: "allOf",
  role: "applicator",
  subschemas: "list",
  inPlace: "applied",
  complex: true,
  form: SCHEMAS_FORM,
  wellFormed: areSchemas,
  accepts: (value, argument, { fits }) => !isArray(argument) || argument.every((branch) => fits(value, branch)),
});
