import { isSchema } from "../../json/schema-value.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** A schema that must not match. */
export const keyword: Keyword = defineKeyword({
  name: "not",
  role: "applicator",
  subschemas: "schema",
  inPlace: "negated",
  inverts: true,
  preventsMerge: true,
  wellFormed: isSchema,
  lower: alwaysLost,
  accepts: (value, argument, { fits }) => !fits(value, argument),
});
