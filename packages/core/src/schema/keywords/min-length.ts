import { lowerLength } from "../patterns/countable-length.ts";
import { STRING } from "../types.ts";
import { characters, defineBound, isZero } from "./bound.ts";
import { describeAs } from "./describe.ts";
import type { Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** The fewest characters of a string. */
export const keyword: Keyword = defineBound({
  name: "minLength",
  side: "lower",
  types: STRING,
  impliesType: true,
  form: COUNT_FORM,
  wellFormed: isCount,
  isVacuous: isZero,
  lower: (value, site) => lowerLength("minLength", value, site),
  describe: describeAs("minimum length"),
  measure: characters,
});
