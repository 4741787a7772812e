import { isSchema } from "../../json/schema-value.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

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
