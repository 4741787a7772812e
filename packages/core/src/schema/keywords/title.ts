import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isString, STRING_FORM } from "./value-forms.ts";

/** A short name for people. */
export const keyword: Keyword = defineKeyword({
  name: "title",
  role: "annotation",
  form: STRING_FORM,
  wellFormed: isString,
  describe: describeNothing,
});
