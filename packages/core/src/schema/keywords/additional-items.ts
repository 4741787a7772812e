import { ARRAY } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isSchema } from "./value-forms.ts";

/** The schema of the items after a list of `items`, in draft-07 and before. */
export const keyword: Keyword = defineKeyword({
  name: "additionalItems",
  role: "applicator",
  types: ARRAY,
  subschemas: "schema",
  loweredWith: "array",
  wellFormed: isSchema,
});
