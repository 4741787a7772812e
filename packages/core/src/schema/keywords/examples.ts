import { defineKeyword, type Keyword } from "./keyword.ts";
import { ARRAY_FORM } from "./value-forms.ts";

/** Values that show what is meant. They go through the lens of their schema. */
export const keyword: Keyword = defineKeyword({
  name: "examples",
  role: "annotation",
  form: ARRAY_FORM,
});
