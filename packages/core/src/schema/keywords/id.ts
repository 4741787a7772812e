import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { STRING_FORM } from "./value-forms.ts";

/** The name of a schema, for references from outside. */
export const keyword: Keyword = defineKeyword({
  name: "$id",
  role: "annotation",
  form: STRING_FORM,
  describe: describeNothing,
});
