import { STRING } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** How binary data is encoded in a string. */
export const keyword: Keyword = defineKeyword({
  name: "contentEncoding",
  role: "annotation",
  types: STRING,
});
