import { describeNothing } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";

/** OpenAPI's way to allow null. `rules/repair` writes it as JSON Schema does before anything else is read. */
export const keyword: Keyword = defineKeyword({
  name: "nullable",
  role: "annotation",
  complex: true,
  describe: describeNothing,
});
