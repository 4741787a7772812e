import { isSchema } from "../../json/schema-value.ts";
import { OBJECT } from "../types.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** The schema of all properties that no other keyword has looked at. */
export const keyword: Keyword = defineKeyword({
  name: "unevaluatedProperties",
  role: "applicator",
  types: OBJECT,
  subschemas: "schema",
  preventsMerge: true,
  wellFormed: isSchema,
  lower: alwaysLost,
});
