import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { NULL, typesOfSchema } from "../types.ts";

/** Rewrites OpenAPI's `nullable: true` as JSON Schema. */
export function expandNullable(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema as Record<string, Json>;
  const { type, anyOf, oneOf } = rest;
  if (typeof type === "string" && type !== "null") rest.type = [type, "null"];
  else if (isArray(type) && !type.includes("null")) rest.type = [...type, "null"];
  if (isArray(anyOf)) rest.anyOf = [...anyOf, { type: "null" }];
  if (isArray(oneOf) && !oneOf.some(acceptsNull)) rest.oneOf = [...oneOf, { type: "null" }];
  if (Object.hasOwn(rest, "const") && rest.const !== null && rest.enum === undefined) {
    rest.enum = [rest.const ?? null];
    delete rest.const;
  }
  if (isArray(rest.enum) && !rest.enum.includes(null)) rest.enum = [...rest.enum, null];
  return rest;
}

// A second branch for null would make `oneOf` reject it.
function acceptsNull(branch: Json): boolean {
  return isObject(branch) && branch.$ref === undefined && (typesOfSchema(branch) & NULL) !== 0;
}
