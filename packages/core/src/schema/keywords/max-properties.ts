import { OBJECT } from "../types.ts";
import { defineBound, propertyCount } from "./bound.ts";
import { describeAs } from "./describe.ts";
import type { Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** The most properties of an object. */
export const keyword: Keyword = defineBound({
  name: "maxProperties",
  side: "upper",
  types: OBJECT,
  impliesType: true,
  form: COUNT_FORM,
  wellFormed: isCount,
  describe: describeAs("maximum properties"),
  measure: propertyCount,
});
