import { isSchema } from "../../json/schema-value.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** The schema for values that match `if`. */
export const keyword: Keyword = defineKeyword({
  name: "then",
  role: "applicator",
  subschemas: "schema",
  inPlace: "applied",
  preventsMerge: true,
  wellFormed: isSchema,
  lower: alwaysLost,
});
