import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { BOOLEAN_FORM } from "./value-forms.ts";

/** The value is never returned. */
export const keyword: Keyword = defineKeyword({
  name: "writeOnly",
  role: "annotation",
  form: BOOLEAN_FORM,
  describe: describeNothing,
});
