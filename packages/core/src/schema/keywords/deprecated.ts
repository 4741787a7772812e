import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { BOOLEAN_FORM } from "./value-forms.ts";

/** The value should no longer be used. */
export const keyword: Keyword = defineKeyword({
  name: "deprecated",
  role: "annotation",
  form: BOOLEAN_FORM,
  describe: describeNothing,
});
