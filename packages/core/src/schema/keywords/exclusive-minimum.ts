import { NUMBER as NUMBER_TYPE } from "../types.ts";
import { defineBound, numberOf } from "./bound.ts";
import { describeAs } from "./describe.ts";
import { lowerExclusive } from "./exclusive-bound.ts";
import type { Keyword } from "./keyword.ts";
import { isNumber, NUMBER_FORM } from "./value-forms.ts";

/** The number that a value must be greater than. */
export const keyword: Keyword = defineBound({
  name: "exclusiveMinimum",
  side: "lower",
  isExclusive: true,
  types: NUMBER_TYPE,
  impliesType: true,
  form: NUMBER_FORM,
  wellFormed: isNumber,
  lower: (value, site) =>
    lowerExclusive(
      "exclusiveMinimum",
      { keyword: "minimum", integerFrom: (bound) => Math.floor(bound) + 1 },
      value,
      site,
    ),
  describe: describeAs("greater than"),
  measure: numberOf,
});
