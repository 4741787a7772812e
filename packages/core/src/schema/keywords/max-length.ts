import { lowerLength } from "../patterns/countable-length.ts";
import { STRING } from "../types.ts";
import { characters, defineBound } from "./bound.ts";
import { describeAs } from "./describe.ts";
import type { Keyword } from "./keyword.ts";
import { COUNT_FORM, isCount } from "./value-forms.ts";

/** The most characters of a string. */
export const keyword: Keyword = defineBound({
  name: "maxLength",
  side: "upper",
  types: STRING,
  impliesType: true,
  form: COUNT_FORM,
  wellFormed: isCount,
  lower: (value, site) => lowerLength("maxLength", value, site),
  describe: describeAs("maximum length"),
  measure: characters,
});
