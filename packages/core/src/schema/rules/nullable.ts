import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** A schema with OpenAPI's `nullable: true` said in JSON Schema's own words. */
export function spellNullable(schema: JsonObject): JsonObject {
  const { nullable, ...spelt } = schema as Record<string, Json>;
  const { type, anyOf } = spelt;
  if (typeof type === "string" && type !== "null") spelt.type = [type, "null"];
  else if (isArray(type) && !type.includes("null")) spelt.type = [...type, "null"];
  else if (type === undefined && isArray(anyOf)) spelt.anyOf = [...anyOf, { type: "null" }];
  if (isArray(spelt.enum) && !spelt.enum.includes(null)) spelt.enum = [...spelt.enum, null];
  return spelt;
}
