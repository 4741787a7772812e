import { equalJson } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { keywordOf } from "../keywords/index.ts";

/** The value of a keyword that means the same as two of its values together; `undefined` if no single value does. */
export function mergeKeyword(keyword: string, first: Json, second: Json): Json | undefined {
  return equalJson(first, second) ? first : keywordOf(keyword).merge(first, second);
}
