import { isJsonNumber } from "../../json/number.ts";
import { areDistinct, isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import type { Part } from "../source.ts";
import { isTypeName, typesOfKeyword, typesOfValues } from "../types.ts";
import { describe, withNotes } from "./keyword-to-description.ts";
import { spellNullable } from "./nullable.ts";

/**
 * A schema whose keywords all have values of the right kind. What is no JSON Schema is read as what it plainly means
 * (`dict` is an object) or left out, and reported as malformed. A well-formed schema is returned as it is.
 */
export function repair(part: Part, report: Report): JsonObject {
  let repaired: Record<string, Json> | undefined;
  for (const keyword in part.schema) {
    const value = part.schema[keyword] ?? null;
    if (isWellFormed(keyword, value)) continue;
    repaired ??= { ...part.schema };
    const meant = meaning(keyword, value);
    if (meant === undefined) delete repaired[keyword];
    else repaired[keyword] = meant;
    if (keyword === "required" && isNames(value)) report.on(part.place.at(keyword)).change("repeated-name");
    else tell(part, keyword, meant, report);
  }
  const schema = repaired ?? part.schema;
  if (schema.nullable !== true) return withoutContradiction(schema, part, report);
  report.on(part.place).change("nullable");
  return withoutContradiction(spellNullable(schema), part, report);
}

// Where no listed value has the type that is asked for, the list is in the wrong place: it is only told.
function withoutContradiction(schema: JsonObject, part: Part, report: Report): JsonObject {
  if (!isArray(schema.enum) || (typesOfKeyword(schema.type) & typesOfValues(schema.enum)) !== 0) return schema;
  const { enum: values, ...rest } = schema;
  const description = typeof schema.description === "string" ? schema.description : undefined;
  const note = describe("enum", values ?? null);
  report.on(part.place.at("enum")).lose("malformed", { action: note === undefined ? "dropped" : "described" });
  if (note === undefined) return rest;
  report.on(part.place).change("keyword-to-description", "enum");
  return { ...rest, description: withNotes(description, [note]) ?? "" };
}

function tell(part: Part, keyword: string, meant: Json | undefined, report: Report): void {
  const at = report.on(part.place.at(keyword));
  if (meant === undefined) at.lose("malformed");
  else at.lose("malformed", { action: "weakened", detail: { readAs: meant } });
}

function meaning(keyword: string, value: Json): Json | undefined {
  if (keyword === "type") return typeMeaning(value);
  if (keyword === "required" && isArray(value)) return [...new Set(value.filter((name) => typeof name === "string"))];
  return undefined;
}

function typeMeaning(value: Json): Json | undefined {
  if (typeof value === "string") return SPELLINGS.get(value.toLowerCase());
  if (!isArray(value)) return undefined;
  const types = value.map((each) => (isTypeName(each) ? each : typeMeaning(each)));
  if (types.length === 0 || types.some((type) => typeof type !== "string")) return undefined;
  return [...new Set(types)] as string[];
}

/** How other languages, and OpenAPI, spell the seven types. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...["object", "dict", "dictionary", "map", "hashmap", "record", "struct"].map((word) => [word, "object"] as const),
  ...["array", "list", "tuple", "set", "arraylist", "vector"].map((word) => [word, "array"] as const),
  ...["string", "str", "text", "char"].map((word) => [word, "string"] as const),
  ...["integer", "int", "long", "int32", "int64", "short", "byte"].map((word) => [word, "integer"] as const),
  ...["number", "float", "double", "decimal", "numeric"].map((word) => [word, "number"] as const),
  ...["boolean", "bool"].map((word) => [word, "boolean"] as const),
  ...["null", "none", "nil"].map((word) => [word, "null"] as const),
]);

/** Whether a keyword has a value of the right kind. */
export function isWellFormed(keyword: string, value: Json): boolean {
  switch (keyword) {
    case "type":
      return isTypeName(value) || (isArray(value) && value.length > 0 && value.every(isTypeName));
    case "description":
    case "title":
    case "$ref":
    case "format":
    case "$schema":
      return typeof value === "string";
    case "pattern":
      return typeof value === "string" && isRegularExpression(value);
    case "required":
      return isNames(value) && areDistinct(value);
    case "enum":
      return isArray(value) && value.length > 0;
    case "properties":
    case "patternProperties":
    case "$defs":
    case "definitions":
    case "dependentSchemas":
    case "dependencies":
    case "dependentRequired":
      return isObject(value);
    case "anyOf":
    case "oneOf":
    case "allOf":
    case "prefixItems":
      return isArray(value) && value.length > 0 && value.every(isSchema);
    case "items":
      return isSchema(value) || (isArray(value) && value.every(isSchema));
    case "additionalProperties":
    case "additionalItems":
    case "not":
    case "if":
    case "then":
    case "else":
    case "contains":
    case "propertyNames":
    case "unevaluatedItems":
    case "unevaluatedProperties":
      return isSchema(value);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return isNumber(value);
    case "multipleOf":
      return isNumber(value) && Number(value) > 0;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
    case "minContains":
    case "maxContains":
      return isNumber(value) && Number(value) >= 0;
    case "uniqueItems":
      return typeof value === "boolean";
    default:
      return true;
  }
}

function isNames(value: Json): value is readonly string[] {
  return isArray(value) && value.every((name) => typeof name === "string");
}

function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}

function isNumber(value: Json): boolean {
  return typeof value === "number" || isJsonNumber(value);
}

/** Whether a text is a regular expression at all, in either of the two grammars that validators use; it is never run. */
export function isRegularExpression(pattern: string): boolean {
  return compiles(pattern, "u") || compiles(pattern, "");
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
