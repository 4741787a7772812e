import { areDistinct, isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isWellFormed as isRight } from "./rules/repair.ts";
import { ALL, NONE, type Types, typesNamed } from "./types.ts";

/** What one look at a schema tells: its type, and which kinds of keywords it has, as bits. */
export type Traits = number;

/** The schema is none that is lowered keyword by keyword: see `traitsOf`. */
export const COMPLEX: Traits = 0;
export const DESCRIPTION: Traits = 1 << 7;
export const TITLE: Traits = 1 << 8;
export const DEFAULT: Traits = 1 << 9;
export const ENUM: Traits = 1 << 10;
export const PROPERTIES: Traits = 1 << 11;
export const REQUIRED: Traits = 1 << 12;
/** `additionalProperties` that forbid all other keys. */
export const CLOSED: Traits = 1 << 13;
/** `additionalProperties` that say something else, and `patternProperties`. */
export const OPEN: Traits = 1 << 14;
/** `items` that are one schema for all. */
export const ITEMS: Traits = 1 << 15;
/** `items` of any other kind, and all that goes with them. */
export const TUPLE: Traits = 1 << 16;
/** Any other keyword. */
export const OTHER: Traits = 1 << 17;

/**
 * The traits of a schema that is well formed, says its type, and leaves nothing to be looked up, joined or chosen. Nearly
 * all schemas of real tools are such, and need none of the questions that others do; `INVOLVED` for these others.
 */
export function traitsOf(schema: JsonObject): Traits {
  let traits: Traits = typeof schema.type === "string" ? typesNamed(schema.type) : NONE;
  if (traits === NONE) return COMPLEX;
  for (const keyword in schema) {
    if (keyword === "type") continue;
    const trait = traitOf(keyword, schema[keyword] as Json);
    if (trait === COMPLEX) return COMPLEX;
    traits |= trait;
  }
  return (traits & ENUM) !== 0 && !isChosen(schema) ? COMPLEX : traits;
}

/** The type that a schema with these traits has. */
export function typesOfTraits(traits: Traits): Types {
  return traits & ALL;
}

/** The kinds of keywords that a set of known ones has whole; `OTHER` is never among them. */
export function traitsOfKeywords(keywords: ReadonlySet<string> | undefined): Traits {
  let known: Traits = ALL;
  for (const [keyword, trait] of TOLD) if (keywords === undefined || keywords.has(keyword)) known |= trait;
  return known;
}

/** What a target that knows the keyword knows in full. */
const TOLD: ReadonlyMap<string, Traits> = new Map([
  ["description", DESCRIPTION],
  ["title", TITLE],
  ["default", DEFAULT],
  ["enum", ENUM],
]);

function traitOf(keyword: string, value: Json): Traits {
  switch (keyword) {
    case "description":
      return typeof value === "string" ? DESCRIPTION : COMPLEX;
    case "title":
      return typeof value === "string" ? TITLE : COMPLEX;
    case "default":
      return DEFAULT;
    case "enum":
      return areWords(value) ? ENUM : COMPLEX;
    case "properties":
      return isObject(value) ? PROPERTIES : COMPLEX;
    case "required":
      return isRight(keyword, value) ? REQUIRED : COMPLEX;
    case "additionalProperties":
      return value === false ? CLOSED : isRight(keyword, value) ? OPEN : COMPLEX;
    case "items":
      return isObject(value) ? ITEMS : isRight(keyword, value) ? TUPLE : COMPLEX;
    default:
      return isRight(keyword, value) ? (RARE.get(keyword) ?? OTHER) : COMPLEX;
  }
}

const RARE: ReadonlyMap<string, Traits> = new Map([
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "const", "nullable"].map(
    (keyword): [string, Traits] => [keyword, COMPLEX],
  ),
  ...["prefixItems", "additionalItems"].map((keyword): [string, Traits] => [keyword, TUPLE]),
  ["patternProperties", OPEN],
]);

function areWords(values: Json): boolean {
  return (
    isArray(values) && values.length > 0 && values.every((value) => typeof value === "string") && areDistinct(values)
  );
}

// Whatever else is asked of the values in a list would have to choose among them.
function isChosen({ type, minLength, maxLength }: JsonObject): boolean {
  return type === "string" && minLength === undefined && maxLength === undefined;
}
