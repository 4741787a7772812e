import { ARRAY } from "../types.ts";
import { describeAs } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { BOOLEAN_FORM, isBoolean } from "./value-forms.ts";

/** Whether all items must differ. */
export const keyword: Keyword = defineKeyword({
  name: "uniqueItems",
  role: "constraint",
  types: ARRAY,
  impliesType: true,
  form: BOOLEAN_FORM,
  wellFormed: isBoolean,
  isVacuous: (value) => value === false,
  merge: (first, second) => first === true || second === true,
  describe: describeAs("unique items"),
});
