import type { Json } from "../model/json.ts";
import { isObject } from "./value.ts";

/** Whether a value can be a JSON Schema: an object, or a boolean for all or no values. */
export function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}
