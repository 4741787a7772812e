import { isObject } from "../../json/value.ts";
import { OBJECT as OBJECT_TYPE } from "../types.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";
import { OBJECT_FORM } from "./value-forms.ts";

/** The schemas that an object must match when it has a property. */
export const keyword: Keyword = defineKeyword({
  name: "dependentSchemas",
  role: "applicator",
  types: OBJECT_TYPE,
  subschemas: "map",
  inPlace: "applied",
  preventsMerge: true,
  form: OBJECT_FORM,
  wellFormed: isObject,
  lower: alwaysLost,
});
