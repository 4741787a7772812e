import { MAX_DEPTH } from "../json/limits.ts";
import { isJsonNumber } from "../json/number.ts";
import type { Json } from "../model/json.ts";

/** Whether a value is nested no deeper than JSON may be; false also for values that contain themselves. */
export function isBounded(value: Json, left: number = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return true;
  if (left === 0) return false;
  for (const child of Object.values(value)) if (!isBounded(child as Json, left - 1)) return false;
  return true;
}
