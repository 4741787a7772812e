import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** `$id` in draft-04. */
export const keyword: Keyword = defineKeyword({
  name: "id",
  role: "annotation",
  describe: describeNothing,
});
