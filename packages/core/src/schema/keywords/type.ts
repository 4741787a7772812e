import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { isTypeName, typeOfValue, typesOfKeyword } from "../types.ts";
import { defineKeyword, type Keyword, type Repair } from "./keyword.ts";
import { isNullable } from "./nullable-value.ts";
import { isType, TYPE_FORM } from "./value-forms.ts";

/** The types of values that are allowed. */
export const keyword: Keyword = defineKeyword({
  name: "type",
  role: "constraint",
  form: TYPE_FORM,
  wellFormed: isType,
  repair: (value) => asRepair(typeMeant(value)),
  accepts: (value, argument, { schema }) =>
    isNullable(value, schema) || (typesOfKeyword(argument) & typeOfValue(value)) !== 0,
});

function asRepair(value: Json | undefined): Repair | undefined {
  return value === undefined ? undefined : { value };
}

function typeMeant(value: Json): Json | undefined {
  if (typeof value === "string") return SPELLINGS.get(value.toLowerCase());
  if (!isArray(value)) return undefined;
  const types = value.map((each) => (isTypeName(each) ? each : typeMeant(each)));
  if (types.length === 0 || types.some((type) => typeof type !== "string")) return undefined;
  return [...new Set(types)] as string[];
}

/** How programming languages, databases and OpenAPI spell the seven types. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...["object", "dict", "dictionary", "map", "hashmap", "record", "struct"].map((word) => [word, "object"] as const),
  ...["array", "list", "tuple", "set", "arraylist", "vector"].map((word) => [word, "array"] as const),
  ...["string", "str", "text", "char"].map((word) => [word, "string"] as const),
  ...["integer", "int", "long", "int32", "int64", "short", "byte"].map((word) => [word, "integer"] as const),
  ...["number", "float", "double", "decimal", "numeric"].map((word) => [word, "number"] as const),
  ...["boolean", "bool"].map((word) => [word, "boolean"] as const),
  ...["null", "none", "nil"].map((word) => [word, "null"] as const),
]);
