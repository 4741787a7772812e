import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** Rewrites OpenAPI's `nullable: true` as JSON Schema. */
export function expandNullable(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema as Record<string, Json>;
  const { type, anyOf, oneOf } = rest;
  if (typeof type === "string" && type !== "null") rest.type = [type, "null"];
  else if (isArray(type) && !type.includes("null")) rest.type = [...type, "null"];
  if (isArray(anyOf)) rest.anyOf = [...anyOf, { type: "null" }];
  if (isArray(oneOf)) rest.oneOf = [...oneOf, { type: "null" }];
  if (Object.hasOwn(rest, "const") && rest.const !== null && rest.enum === undefined) {
    rest.enum = [rest.const ?? null];
    delete rest.const;
  }
  if (isArray(rest.enum) && !rest.enum.includes(null)) rest.enum = [...rest.enum, null];
  return rest;
}
