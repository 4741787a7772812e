import { isObject } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { OBJECT_FORM } from "./value-forms.ts";

/** Schemas that references lead to, in draft-07 and before. */
export const keyword: Keyword = defineKeyword({
  name: "definitions",
  role: "definition",
  subschemas: "map",
  form: OBJECT_FORM,
  wellFormed: isObject,
});
