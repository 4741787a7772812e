import { equalJson, isArray } from "../../json/value.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isNullable } from "./nullable-value.ts";
import { ARRAY_FORM, isNonEmpty } from "./value-forms.ts";

/** The values that are allowed. */
export const keyword: Keyword = defineKeyword({
  name: "enum",
  role: "constraint",
  alternatives: "values",
  loweredWith: "values",
  form: ARRAY_FORM,
  wellFormed: isNonEmpty,
  accepts: (value, argument, site) => {
    if (isNullable(value, site.schema) || !isArray(argument)) return true;
    site.spend(argument.length >> 2);
    return argument.some((each) => equalJson(each, value));
  },
});
