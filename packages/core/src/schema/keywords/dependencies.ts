import { isObject } from "../../json/value.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** `dependentRequired` and `dependentSchemas` in draft-07 and before. */
export const keyword: Keyword = defineKeyword({
  name: "dependencies",
  role: "applicator",
  subschemas: "schema-or-names-map",
  inPlace: "applied",
  preventsMerge: true,
  wellFormed: isObject,
  lower: alwaysLost,
});
