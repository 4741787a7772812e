import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isString, STRING_FORM } from "./value-forms.ts";

/** The draft that a schema is written in. */
export const keyword: Keyword = defineKeyword({
  name: "$schema",
  role: "annotation",
  form: STRING_FORM,
  wellFormed: isString,
  describe: describeNothing,
});
