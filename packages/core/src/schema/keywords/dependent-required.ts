import { isObject } from "../../json/value.ts";
import { OBJECT as OBJECT_TYPE } from "../types.ts";
import { describeAs } from "./describe.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";
import { OBJECT_FORM } from "./value-forms.ts";

/** The properties that must be there when another one is. */
export const keyword: Keyword = defineKeyword({
  name: "dependentRequired",
  role: "constraint",
  types: OBJECT_TYPE,
  form: OBJECT_FORM,
  wellFormed: isObject,
  lower: alwaysLost,
  describe: describeAs("which properties require which others"),
});
