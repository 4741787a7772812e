import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { STRING_FORM } from "./value-forms.ts";

/** A remark for the authors of a schema. */
export const keyword: Keyword = defineKeyword({
  name: "$comment",
  role: "annotation",
  form: STRING_FORM,
  describe: describeNothing,
});
