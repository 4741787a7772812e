import { isJsonNumber } from "../../json/number.ts";
import { areDistinct, isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import type { SchemaPart } from "../source.ts";
import { isTypeName, typesOfKeyword, typesOfValues } from "../types.ts";
import { describe, withNotes } from "./keyword-to-description.ts";
import { expandNullable } from "./nullable.ts";

/**
 * A schema whose keywords all have values of the right kind. What is no JSON Schema is read as what it plainly means
 * (`dict` is an object) or left out, and reported as malformed. A well-formed schema is returned as it is.
 */
export function repair(part: SchemaPart, report: Report): JsonObject {
  let repaired: Record<string, Json> | undefined;
  for (const keyword in part.schema) {
    const value = part.schema[keyword] ?? null;
    if (isWellFormed(keyword, value)) continue;
    repaired ??= { ...part.schema };
    const meant = meaning(keyword, value);
    if (meant === undefined) delete repaired[keyword];
    else repaired[keyword] = meant;
    if (keyword === "required" && isNames(value)) report.on(part.place.at(keyword)).change("repeated-name");
    else reportRepair(part, keyword, meant, report);
  }
  const schema = repaired ?? part.schema;
  if (schema.nullable !== true) return withoutContradiction(schema, part, report);
  report.on(part.place).change("nullable");
  return withoutContradiction(expandNullable(schema), part, report);
}

// Where no listed value has the type that is asked for, the list is in the wrong place: it is only told.
function withoutContradiction(schema: JsonObject, part: SchemaPart, report: Report): JsonObject {
  if (!isArray(schema.enum) || (typesOfKeyword(schema.type) & typesOfValues(schema.enum)) !== 0) return schema;
  const { enum: values, ...rest } = schema;
  const description = typeof schema.description === "string" ? schema.description : undefined;
  const note = describe("enum", values ?? null);
  report.on(part.place.at("enum")).lose("malformed", { action: note === undefined ? "dropped" : "described" });
  if (note === undefined) return rest;
  report.on(part.place).change("keyword-to-description", "enum");
  return { ...rest, description: withNotes(description, [note]) ?? "" };
}

function reportRepair(part: SchemaPart, keyword: string, meant: Json | undefined, report: Report): void {
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

/** Whether a keyword may have a value. */
export function isWellFormed(keyword: string, value: Json): boolean {
  const isRight = RIGHT.get(keyword);
  return isRight === undefined || isRight(value);
}

type Judge = (value: Json) => boolean;

/** What the value of each keyword must be. */
const RIGHT: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["type", (value) => isTypeName(value) || (isFilled(value) && value.every(isTypeName))],
  ["required", (value) => isNames(value) && areDistinct(value)],
  ["enum", isFilled],
  ["pattern", (value) => typeof value === "string" && isRegularExpression(value)],
  ["items", (value) => isSchema(value) || (isArray(value) && value.every(isSchema))],
  ["multipleOf", (value) => isNumber(value) && Number(value) > 0],
  ["uniqueItems", (value) => typeof value === "boolean"],
  ...all(["description", "title", "$ref", "format", "$schema"], (value) => typeof value === "string"),
  ...all(["properties", "patternProperties", "$defs", "definitions"], isObject),
  ...all(["dependentSchemas", "dependencies", "dependentRequired"], isObject),
  ...all(["anyOf", "oneOf", "allOf", "prefixItems"], (value) => isFilled(value) && value.every(isSchema)),
  ...all(["additionalProperties", "additionalItems", "unevaluatedItems", "unevaluatedProperties"], isSchema),
  ...all(["not", "if", "then", "else", "contains", "propertyNames"], isSchema),
  ...all(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], isNumber),
  ...all(["minLength", "maxLength", "minItems", "maxItems"], isCount),
  ...all(["minProperties", "maxProperties", "minContains", "maxContains"], isCount),
]);

function all(keywords: readonly string[], isRight: Judge): [string, Judge][] {
  return keywords.map((keyword) => [keyword, isRight]);
}

function isFilled(value: Json): value is readonly Json[] {
  return isArray(value) && value.length > 0;
}

function isCount(value: Json): boolean {
  return isNumber(value) && Number(value) >= 0;
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
