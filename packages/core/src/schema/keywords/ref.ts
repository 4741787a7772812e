import { defineKeyword, type Keyword } from "./keyword.ts";
import { isString, STRING_FORM } from "./value-forms.ts";

/** A reference to another schema. It is kept as a definition, or written out, by `lower/reference` and `rules/inline-refs`. */
export const keyword: Keyword = defineKeyword({
  name: "$ref",
  role: "reference",
  complex: true,
  form: STRING_FORM,
  wellFormed: isString,
});
