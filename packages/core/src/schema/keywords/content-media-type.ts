import { STRING } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** The media type of what a string holds. */
export const keyword: Keyword = defineKeyword({
  name: "contentMediaType",
  role: "annotation",
  types: STRING,
});
