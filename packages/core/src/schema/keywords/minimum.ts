import { NUMBER as NUMBER_TYPE } from "../types.ts";
import { defineBound, numberOf } from "./bound.ts";
import type { Keyword } from "./keyword.ts";
import { isNumber, NUMBER_FORM } from "./value-forms.ts";

/** The least number. */
export const keyword: Keyword = defineBound({
  name: "minimum",
  side: "lower",
  types: NUMBER_TYPE,
  impliesType: true,
  form: NUMBER_FORM,
  wellFormed: isNumber,
  measure: numberOf,
});
