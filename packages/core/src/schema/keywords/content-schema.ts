import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** The schema of the JSON document that a string holds. Validators do not apply it. */
export const keyword: Keyword = defineKeyword({
  name: "contentSchema",
  role: "annotation",
  subschemas: "schema",
  lower: alwaysLost,
});
