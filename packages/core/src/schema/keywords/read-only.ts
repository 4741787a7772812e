import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { BOOLEAN_FORM } from "./value-forms.ts";

/** The value is set by the server. */
export const keyword: Keyword = defineKeyword({
  name: "readOnly",
  role: "annotation",
  form: BOOLEAN_FORM,
  describe: describeNothing,
});
