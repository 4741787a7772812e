import { defineKeyword, type Keyword } from "./keyword.ts";
import { STRING_FORM } from "./value-forms.ts";

/** A name for references inside of the document. */
export const keyword: Keyword = defineKeyword({
  name: "$anchor",
  role: "definition",
  form: STRING_FORM,
});
