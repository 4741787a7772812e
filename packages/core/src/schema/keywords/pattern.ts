import type { Json } from "../../model/json.ts";
import { areLengthsCountable } from "../patterns/countable-length.ts";
import { isRegularExpression } from "../patterns/regular-expression.ts";
import { STRING as STRING_TYPE } from "../types.ts";
import { defineKeyword, type Keyword, type KeywordSite, type Outcome } from "./keyword.ts";
import { STRING_FORM } from "./value-forms.ts";

/** The regular expression that a string must match. */
export const keyword: Keyword = defineKeyword({
  name: "pattern",
  role: "constraint",
  types: STRING_TYPE,
  impliesType: true,
  form: STRING_FORM,
  wellFormed: (value) => typeof value === "string" && isRegularExpression(value),
  lower: lowerPattern,
});

// The syntax of regular expressions differs between engines; what has the same meaning is written in the target's syntax.
function lowerPattern(value: Json, site: KeywordSite): Outcome {
  if (!site.supports("pattern")) return "lost";
  const text = site.targetPattern(String(value));
  if (text === undefined || !areLengthsCountable(text, site)) return "lost";
  return text === value ? "kept" : { keyword: "pattern", value: text, rule: "pattern-syntax" };
}
