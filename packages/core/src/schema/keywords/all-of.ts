import { isArray } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { areSchemas, SCHEMAS } from "./value-forms.ts";

/** Schemas that must all match. */
export const keyword: Keyword = defineKeyword({
  name: "allOf",
  role: "applicator",
  subschemas: "list",
  inPlace: "applied",
  complex: true,
  form: SCHEMAS,
  wellFormed: areSchemas,
  accepts: (value, argument, { fits }) => !isArray(argument) || argument.every((branch) => fits(value, branch)),
});
