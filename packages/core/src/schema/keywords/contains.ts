import { isSchema } from "../../json/schema-value.ts";
import { ARRAY } from "../types.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** A schema that some items must match. */
export const keyword: Keyword = defineKeyword({
  name: "contains",
  role: "applicator",
  types: ARRAY,
  impliesType: true,
  subschemas: "schema",
  inverts: true,
  wellFormed: isSchema,
  lower: alwaysLost,
});
