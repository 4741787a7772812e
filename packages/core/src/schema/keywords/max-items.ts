import { ARRAY } from "../types.ts";
import { defineBound, itemCount } from "./bound.ts";
import { describeAs } from "./describe.ts";
import type { Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** The most items of an array. */
export const keyword: Keyword = defineBound({
  name: "maxItems",
  side: "upper",
  types: ARRAY,
  impliesType: true,
  form: COUNT_FORM,
  wellFormed: isCount,
  describe: describeAs("maximum items"),
  measure: itemCount,
});
