import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { STRING } from "./value-forms.ts";

/** A remark for the authors of a schema. */
export const keyword: Keyword = defineKeyword({
  name: "$comment",
  role: "annotation",
  form: STRING,
  describe: describeNothing,
});
