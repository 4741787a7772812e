import { defineKeyword, type Keyword } from "./keyword.ts";

/** A name that a dynamic reference may resolve to. */
export const keyword: Keyword = defineKeyword({
  name: "$dynamicAnchor",
  role: "definition",
});
