import { isSchema } from "../../json/schema-value.ts";
import { isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { OBJECT } from "../types.ts";
import { alwaysLost, defineKeyword, type Keyword } from "./keyword.ts";

/** The schema of property names. */
export const keyword: Keyword = defineKeyword({
  name: "propertyNames",
  role: "applicator",
  types: OBJECT,
  impliesType: true,
  subschemas: "schema",
  wellFormed: isSchema,
  isVacuous: acceptsAllNames,
  lower: alwaysLost,
});

// Every property name is a string.
function acceptsAllNames(schema: Json): boolean {
  return schema === true || (isObject(schema) && schema.type === "string" && Object.keys(schema).length === 1);
}
