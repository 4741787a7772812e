import { equalJson } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isNullable } from "./nullable-value.ts";

/** The one value that is allowed. */
export const keyword: Keyword = defineKeyword({
  name: "const",
  role: "constraint",
  alternatives: "values",
  complex: true,
  loweredWith: "values",
  accepts: (value, argument, { schema }) => isNullable(value, schema) || equalJson(argument, value),
});
