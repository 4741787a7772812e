import { isJsonNumber } from "../../json/number.ts";
import { isArray, isObject, kindOf } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Findings } from "./findings.ts";
import type { Rule } from "./rule.ts";
import type { SchemaNode } from "./tree.ts";

/** What a keyword's value must be. */
export interface Shape {
  readonly expected: string;
  readonly holds: (value: Json) => boolean;
}

/** The seven type names of JSON Schema. */
export const TYPE_NAMES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

export const STRING: Shape = { expected: "a string", holds: (value) => typeof value === "string" };
export const BOOLEAN: Shape = { expected: "a boolean", holds: (value) => typeof value === "boolean" };
export const OBJECT: Shape = { expected: "an object", holds: isObject };
export const ARRAY: Shape = { expected: "an array", holds: isArray };
export const NUMBER: Shape = { expected: "a number", holds: isNumber };
export const COUNT: Shape = { expected: "a non-negative integer", holds: isCount };
export const STRINGS: Shape = {
  expected: "an array of strings without repetitions",
  holds: (value) => isStrings(value) && new Set(value).size === value.length,
};
const POSITIVE: Shape = { expected: "a number above 0", holds: (value) => isNumber(value) && value.valueOf() > 0 };
const SCHEMAS: Shape = {
  expected: "a non-empty array of schemas",
  holds: (value) => isArray(value) && value.length > 0,
};
const SCHEMA: Shape = { expected: "one schema, not a list", holds: (value) => !isArray(value) };
const TYPE: Shape = { expected: "one of the seven type names, or a list of them", holds: isType };

/** What draft 2020-12 demands of the values of its keywords. */
export const DRAFT_2020_12: Readonly<Record<string, Shape>> = {
  type: TYPE,
  enum: ARRAY,
  properties: OBJECT,
  patternProperties: OBJECT,
  dependentSchemas: OBJECT,
  dependentRequired: OBJECT,
  $defs: OBJECT,
  definitions: OBJECT,
  required: STRINGS,
  items: SCHEMA,
  prefixItems: SCHEMAS,
  anyOf: SCHEMAS,
  oneOf: SCHEMAS,
  allOf: SCHEMAS,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: POSITIVE,
  minLength: COUNT,
  maxLength: COUNT,
  minItems: COUNT,
  maxItems: COUNT,
  minContains: COUNT,
  maxContains: COUNT,
  minProperties: COUNT,
  maxProperties: COUNT,
  uniqueItems: BOOLEAN,
  readOnly: BOOLEAN,
  writeOnly: BOOLEAN,
  deprecated: BOOLEAN,
  pattern: STRING,
  format: STRING,
  title: STRING,
  description: STRING,
  examples: ARRAY,
  $ref: STRING,
  $id: STRING,
  $anchor: STRING,
  $schema: STRING,
  $comment: STRING,
};

/** What older drafts allow besides: lists of item schemas, and (draft 4) flags for exclusive bounds. */
export const ANY_DRAFT: Readonly<Record<string, Shape>> = {
  ...DRAFT_2020_12,
  items: { expected: "a schema or a list of schemas", holds: () => true },
  exclusiveMinimum: {
    expected: "a number or a boolean",
    holds: (value) => isNumber(value) || typeof value === "boolean",
  },
  exclusiveMaximum: {
    expected: "a number or a boolean",
    holds: (value) => isNumber(value) || typeof value === "boolean",
  },
};

export interface WellFormedOptions {
  readonly shapes?: Readonly<Record<string, Shape>>;
  /** Values that the target takes although the draft does not. */
  readonly tolerates?: (node: SchemaNode, keyword: string, value: Json) => boolean;
}

/** Every keyword has a value of the kind that it needs, and schemas stand where schemas belong. */
export function wellFormed({ shapes = DRAFT_2020_12, tolerates }: WellFormedOptions = {}): Rule {
  return (tree, findings) => {
    for (const node of tree.nodes) checkNode(node, { shapes, ...(tolerates && { tolerates }) }, findings);
    for (const { place, value } of tree.nonSchemas) {
      findings.error(place, "malformed-schema", `A schema must stand here, not ${kindOf(value)}; give it an object.`);
    }
  };
}

function checkNode(node: SchemaNode, options: WellFormedOptions, findings: Findings): void {
  for (const [keyword, value] of Object.entries(node.schema)) {
    const shape = shapeOf(options.shapes, keyword);
    if (shape === undefined || shape.holds(value) || options.tolerates?.(node, keyword, value)) continue;
    findings.error(
      node.place.at(keyword),
      "malformed-keyword",
      `'${keyword}' must be ${shape.expected}, not ${told(value)}.`,
    );
  }
}

function shapeOf(shapes: Readonly<Record<string, Shape>> | undefined, keyword: string): Shape | undefined {
  return shapes !== undefined && Object.hasOwn(shapes, keyword) ? shapes[keyword] : undefined;
}

function told(value: Json): string {
  if (typeof value === "string") return `"${value.slice(0, 40)}"`;
  return isObject(value) || isArray(value) ? `that ${kindOf(value)}` : String(value);
}

function isType(value: Json): boolean {
  if (typeof value === "string") return TYPE_NAMES.has(value);
  return isStrings(value) && value.length > 0 && value.every((name) => TYPE_NAMES.has(name));
}

function isStrings(value: Json): value is readonly string[] {
  return isArray(value) && value.every((item) => typeof item === "string");
}

/** Whether a value is a JSON number, kept to the digit or not. */
export function isNumber(value: Json): value is number {
  return typeof value === "number" || isJsonNumber(value);
}

function isCount(value: Json): boolean {
  if (!isNumber(value)) return false;
  const count = Number(value);
  return count >= 0 && (Number.isInteger(count) || count === Number.POSITIVE_INFINITY);
}
