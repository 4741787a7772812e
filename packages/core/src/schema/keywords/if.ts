import { isSchema } from "../../json/schema-value.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** A condition, which decides whether `then` or `else` applies. */
export const keyword: Keyword = defineKeyword({
  name: "if",
  role: "applicator",
  subschemas: "schema",
  inPlace: "applied",
  inverts: true,
  preventsMerge: true,
  wellFormed: isSchema,
  lower: alwaysLost,
});
