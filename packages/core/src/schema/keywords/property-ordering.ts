import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** The order of properties in proto schemas. */
export const keyword: Keyword = defineKeyword({
  name: "propertyOrdering",
  role: "annotation",
  describe: describeNothing,
});
