import { ARRAY } from "../types.ts";
import { defineBound } from "./bound.ts";
import { alwaysLost, type Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** How many items may match `contains`. */
export const keyword: Keyword = defineBound({
  name: "maxContains",
  side: "upper",
  types: ARRAY,
  form: COUNT_FORM,
  wellFormed: isCount,
  lower: alwaysLost,
});
