import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** A reference that is resolved where the schema is used. No target follows it. */
export const keyword: Keyword = defineKeyword({
  name: "$dynamicRef",
  role: "reference",
  complex: true,
  lower: alwaysLost,
});
