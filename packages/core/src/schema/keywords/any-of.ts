import { isArray } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { areSchemas, SCHEMAS_FORM } from "./value-forms.ts";

/** Schemas of which at least one must match. */
export const keyword: Keyword = defineKeyword({
  name: "anyOf",
  role: "applicator",
  subschemas: "list",
  inPlace: "applied",
  alternatives: "schemas",
  preventsMerge: true,
  complex: true,
  form: SCHEMAS_FORM,
  wellFormed: areSchemas,
  accepts: (value, argument, { fits }) => !isArray(argument) || argument.some((branch) => fits(value, branch)),
});
