import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** `$dynamicRef` in draft 2019-09. */
export const keyword: Keyword = defineKeyword({
  name: "$recursiveRef",
  role: "reference",
  complex: true,
  lower: alwaysLost,
});
