import { NUMBER as NUMBER_TYPE } from "../types.ts";
import { defineBound, numberOf } from "./bound.ts";
import { describeAs } from "./describe.ts";
import { lowerExclusive } from "./exclusive-bound.ts";
import type { Keyword } from "./keyword.ts";
import { isNumber, NUMBER_FORM } from "./value-forms.ts";

/** The number that a value must be less than. */
export const keyword: Keyword = defineBound({
  name: "exclusiveMaximum",
  side: "upper",
  isExclusive: true,
  types: NUMBER_TYPE,
  impliesType: true,
  form: NUMBER_FORM,
  wellFormed: isNumber,
  lower: (value, site) =>
    lowerExclusive(
      "exclusiveMaximum",
      { keyword: "maximum", integerFrom: (bound) => Math.ceil(bound) - 1 },
      value,
      site,
    ),
  describe: describeAs("less than"),
  measure: numberOf,
});
