import { MAX_DEPTH } from "../json/limits.ts";
import { isJsonNumber } from "../json/number.ts";
import type { Json } from "../model/json.ts";

/** The number of values in a value, including itself; `undefined` if it is nested too deeply. */
export function countValues(value: Json, left: number = MAX_DEPTH): number | undefined {
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return 1;
  if (left === 0) return undefined;
  let count = 1;
  for (const child of Object.values(value)) {
    const own = countValues(child as Json, left - 1);
    if (own === undefined) return undefined;
    count += own;
  }
  return count;
}
