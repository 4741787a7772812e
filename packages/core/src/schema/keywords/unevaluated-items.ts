import { isSchema } from "../../json/schema-value.ts";
import { ARRAY } from "../types.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** The schema of all items that no other keyword has looked at. */
export const keyword: Keyword = defineKeyword({
  name: "unevaluatedItems",
  role: "applicator",
  types: ARRAY,
  subschemas: "schema",
  wellFormed: isSchema,
  lower: alwaysLost,
});
