import type { Json } from "../../model/json.ts";
import { NUMBER } from "../types.ts";
import { describeAs } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isPositive, POSITIVE_FORM } from "./value-forms.ts";

/** The number that a value must be a multiple of. */
export const keyword: Keyword = defineKeyword({
  name: "multipleOf",
  role: "constraint",
  types: NUMBER,
  impliesType: true,
  form: POSITIVE_FORM,
  wellFormed: isPositive,
  merge: mergeMultiples,
  describe: describeAs("multiple of"),
});

function mergeMultiples(first: Json, second: Json): Json | undefined {
  if (Number(first) % Number(second) === 0) return first;
  return Number(second) % Number(first) === 0 ? second : undefined;
}
