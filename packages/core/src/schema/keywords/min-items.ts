import { ARRAY } from "../types.ts";
import { defineBound, isZero, itemCount } from "./bound.ts";
import { describeAs } from "./describe.ts";
import type { Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** The fewest items of an array. */
export const keyword: Keyword = defineBound({
  name: "minItems",
  side: "lower",
  types: ARRAY,
  impliesType: true,
  form: COUNT_FORM,
  wellFormed: isCount,
  isVacuous: isZero,
  lower: (value, site) =>
    site.supports("minItems") && (site.profile.anyMinItems || Number(value) <= 1) ? "kept" : "lost",
  describe: describeAs("minimum items"),
  measure: itemCount,
});
