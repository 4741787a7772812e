import { isObject } from "../../json/value.ts";
import { OBJECT as OBJECT_TYPE } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { OBJECT_FORM } from "./value-forms.ts";

/** The schemas of properties whose names match a pattern. */
export const keyword: Keyword = defineKeyword({
  name: "patternProperties",
  role: "applicator",
  types: OBJECT_TYPE,
  impliesType: true,
  subschemas: "map",
  preventsMerge: true,
  loweredWith: "object",
  form: OBJECT_FORM,
  wellFormed: isObject,
});
