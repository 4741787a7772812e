import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** The vocabularies of a meta-schema. */
export const keyword: Keyword = defineKeyword({
  name: "$vocabulary",
  role: "annotation",
  describe: describeNothing,
});
