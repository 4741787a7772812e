import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";
import { isSchema } from "./value-forms.ts";

/** The schema for values that do not match `if`. */
export const keyword: Keyword = defineKeyword({
  name: "else",
  role: "applicator",
  subschemas: "schema",
  inPlace: "applied",
  preventsMerge: true,
  wellFormed: isSchema,
  lower: alwaysLost,
});
