import { defineKeyword, type Keyword } from "./keyword.ts";
import { isString, STRING_FORM } from "./value-forms.ts";

/** What a value is for. It is the text that models read, so that descriptions of merged schemas are joined. */
export const keyword: Keyword = defineKeyword({
  name: "description",
  role: "annotation",
  form: STRING_FORM,
  wellFormed: isString,
  merge: (first, second) => joinTexts(String(first), String(second)),
});

function joinTexts(first: string, second: string): string {
  if (first.includes(second)) return first;
  if (second.includes(first)) return second;
  return /[.!?:;]\s*$/.test(first) || second.startsWith("(") ? `${first} ${second}` : `${first}. ${second}`;
}
