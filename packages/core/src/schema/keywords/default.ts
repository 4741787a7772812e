import { defineKeyword, type Keyword } from "./keyword.ts";

/** The value that is assumed where none is given. It goes through the lens of its schema. */
export const keyword: Keyword = defineKeyword({
  name: "default",
  role: "annotation",
});
