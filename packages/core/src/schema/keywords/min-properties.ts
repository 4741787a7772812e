import { OBJECT } from "../types.ts";
import { defineBound, isZero, propertyCount } from "./bound.ts";
import { describeAs } from "./describe.ts";
import type { Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** The fewest properties of an object. */
export const keyword: Keyword = defineBound({
  name: "minProperties",
  side: "lower",
  types: OBJECT,
  impliesType: true,
  form: COUNT_FORM,
  wellFormed: isCount,
  isVacuous: isZero,
  describe: describeAs("minimum properties"),
  measure: propertyCount,
});
