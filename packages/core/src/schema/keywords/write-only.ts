import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { BOOLEAN } from "./value-forms.ts";

/** The value is never returned. */
export const keyword: Keyword = defineKeyword({
  name: "writeOnly",
  role: "annotation",
  form: BOOLEAN,
  describe: describeNothing,
});
