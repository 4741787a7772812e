import type { Json } from "../../model/json.ts";
import { areLengthsCountable, supportsFormat } from "../patterns/countable-length.ts";
import { defineKeyword, type Keyword, type KeywordSite, type Outcome } from "./keyword.ts";
import { isString, STRING_FORM } from "./value-forms.ts";

/** The format of a string or a number, by name. */
export const keyword: Keyword = defineKeyword({
  name: "format",
  role: "constraint",
  form: STRING_FORM,
  wellFormed: isString,
  lower: lowerFormat,
});

function lowerFormat(value: Json, site: KeywordSite): Outcome {
  const format = String(value);
  const isSupported = site.supports("format") && supportsFormat(format, site);
  return isSupported && areLengthsCountable(`^${format}`, site) ? "kept" : "lost";
}
