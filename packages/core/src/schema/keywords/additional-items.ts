import { isSchema } from "../../json/schema-value.ts";
import { ARRAY } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** The schema of the items after a list of `items`, in draft-07 and before. */
export const keyword: Keyword = defineKeyword({
  name: "additionalItems",
  role: "applicator",
  types: ARRAY,
  subschemas: "schema",
  loweredWith: "array",
  wellFormed: isSchema,
});
