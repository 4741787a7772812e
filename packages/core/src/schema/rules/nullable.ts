import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** A schema with OpenAPI's `nullable: true` said in JSON Schema's own words. */
export function expandNullable(schema: JsonObject): JsonObject {
  const { nullable, ...spelt } = schema as Record<string, Json>;
  const { type, anyOf, oneOf } = spelt;
  if (typeof type === "string" && type !== "null") spelt.type = [type, "null"];
  else if (isArray(type) && !type.includes("null")) spelt.type = [...type, "null"];
  if (isArray(anyOf)) spelt.anyOf = [...anyOf, { type: "null" }];
  if (isArray(oneOf)) spelt.oneOf = [...oneOf, { type: "null" }];
  if (Object.hasOwn(spelt, "const") && spelt.const !== null && spelt.enum === undefined) {
    spelt.enum = [spelt.const ?? null];
    delete spelt.const;
  }
  if (isArray(spelt.enum) && !spelt.enum.includes(null)) spelt.enum = [...spelt.enum, null];
  return spelt;
}
