import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { type Json, stringifyJson } from "@toolglot/core";

/** What a keyword expects, in a few words; `undefined` if the errors of its subschemas say more. */
export function expectation(
  { keyword, error }: OutputUnit,
  node: Schema | undefined,
  patterns: WeakMap<object, string>,
): string | undefined {
  if (APPLICATORS.has(keyword) || error.includes("(0 matches)")) return undefined;
  const pattern = node === undefined ? undefined : patterns.get(node);
  if (pattern !== undefined) return `text that matches ${JSON.stringify(pattern)}`;
  const say = Object.hasOwn(DESCRIPTIONS, keyword) ? DESCRIPTIONS[keyword] : undefined;
  const wanted = node?.[keyword as keyof Schema] as Json | undefined;
  return say === undefined ? lowerFirst(error) : say(wanted ?? null);
}

/** Applicators: their errors only say that a subschema failed. */
const APPLICATORS: ReadonlySet<string> = new Set([
  ...["$ref", "$recursiveRef", "allOf", "anyOf", "if", "properties", "additionalProperties", "unevaluatedProperties"],
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems", "propertyNames", "dependentSchemas"],
]);

const DESCRIPTIONS: Readonly<Record<string, (wanted: Json) => string>> = {
  type: (wanted) => [wanted].flat().map(article).join(" or "),
  enum: (wanted) => listed(wanted),
  const: (wanted) => stringifyJson(wanted),
  minimum: (wanted) => `at least ${wanted}`,
  maximum: (wanted) => `at most ${wanted}`,
  exclusiveMinimum: (wanted) => `more than ${wanted}`,
  exclusiveMaximum: (wanted) => `less than ${wanted}`,
  multipleOf: (wanted) => `a multiple of ${wanted}`,
  minLength: (wanted) => `at least ${wanted} characters`,
  maxLength: (wanted) => `at most ${wanted} characters`,
  minItems: (wanted) => `at least ${wanted} items`,
  maxItems: (wanted) => `at most ${wanted} items`,
  minProperties: (wanted) => `at least ${wanted} fields`,
  maxProperties: (wanted) => `at most ${wanted} fields`,
  uniqueItems: () => "items that all differ",
  oneOf: () => "a value that matches exactly one of the allowed schemas",
  not: () => "a value that the schema under not does not match",
  false: () => "nothing",
};

const ARTICLES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
};

function article(type: Json): string {
  return ARTICLES[String(type)] ?? String(type);
}

const MAX_LISTED = 20;

function listed(wanted: Json): string {
  const values = Array.isArray(wanted) ? wanted.map((value: Json) => stringifyJson(value)) : [];
  const more = values.length > MAX_LISTED ? [`… (${values.length} in all)`] : [];
  return values.length === 1 ? String(values[0]) : `one of ${[...values.slice(0, MAX_LISTED), ...more].join(", ")}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, "")}`;
}
