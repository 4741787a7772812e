import { isArray } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { areSchemas, SCHEMAS_FORM } from "./value-forms.ts";

/** Schemas of which exactly one must match. */
export const keyword: Keyword = defineKeyword({
  name: "oneOf",
  role: "applicator",
  subschemas: "list",
  inPlace: "applied",
  alternatives: "schemas",
  inverts: true,
  preventsMerge: true,
  complex: true,
  form: SCHEMAS_FORM,
  wellFormed: areSchemas,
  accepts: (value, argument, { fits }) =>
    !isArray(argument) || argument.filter((branch) => fits(value, branch)).length === 1,
});
