import type { Json, JsonObject } from "../../model/json.ts";

/** Whether a value is null in a schema that allows null by OpenAPI's `nullable`, whatever its other keywords say. */
export function isNullable(value: Json, schema: JsonObject): boolean {
  return value === null && schema.nullable === true;
}
