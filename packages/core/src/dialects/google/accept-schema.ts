import type { Json } from "../../model/json.ts";
import {
  allowedKeywords,
  DRAFT_2020_12,
  enumKinds,
  noBooleanSchemas,
  noSiblings,
  type Rule,
  type RuleSet,
  resolvableReferences,
  rootIsObject,
  rootWithout,
  type SchemaNode,
  SUBSCHEMAS,
  type SubschemaLayout,
  TYPE_NAMES,
  type ValueForm,
  wellFormed,
} from "../../schema/accept.ts";

// https://ai.google.dev/api/generate-content#FIELDS.response_json_schema
const LISTED: ReadonlySet<string> = new Set([
  ...["$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems"],
  ...["minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required"],
  ...["propertyOrdering"],
  // Not listed, but accepted: zod and pydantic write the draft, and the older name of `$defs`.
  ...["$schema", "definitions"],
]);

// Values of unlisted keywords are not checked.
const FOLLOWED: ReadonlyMap<string, SubschemaLayout> = new Map(
  [...SUBSCHEMAS].filter(([keyword]) => LISTED.has(keyword)),
);
const FORMS: Readonly<Record<string, ValueForm>> = Object.fromEntries(
  Object.entries(DRAFT_2020_12).filter(([keyword]) => LISTED.has(keyword)),
);

const everySchema: readonly Rule[] = [
  wellFormed({ forms: FORMS, tolerates: isTypeInCapitals }),
  allowedKeywords({
    accepted: LISTED,
    others: "ignored",
    refusedMessage: String,
    ignoredMessage: (keyword) =>
      `'${keyword}' is not among the supported keywords and is ignored; say it in the description.`,
  }),
  enumKinds(
    new Set(["string", "number"]),
    (kind) => `Enum values may be strings and numbers, not ${kind}; use anyOf for the others.`,
  ),
  noSiblings("$ref", {
    beside: (other) => other.startsWith("$"),
    message: (others) =>
      `A schema with $ref may have no other keywords (${others}) except $-keywords; inline the target.`,
  }),
  resolvableReferences({
    dangling: { rule: "dangling-ref", message: "The reference leads nowhere in this schema; define its target." },
    external: { rule: "external-ref", message: "References out of the schema are not followed; inline the target." },
    endless: {
      rule: "recursive-ref",
      message: "Recursion is allowed within non-required properties only; make a property on its way optional.",
    },
  }),
  noBooleanSchemas(["additionalProperties"], {
    rule: "boolean-schema",
    message: "true and false are not supported as schemas; write an object.",
  }),
];

/** The rules of any schema, such as that of structured output. */
export const JSON_SCHEMA: RuleSet = { follow: FOLLOWED, rules: everySchema };

/** The rules of a function's arguments in this field: the same, with an object as root. */
export function argumentsRules(field: string): RuleSet {
  return {
    follow: FOLLOWED,
    rules: [
      ...everySchema,
      rootIsObject(() => `${field} must have type 'object'; wrap it in a property.`, { anyCase: true }),
      rootWithout(
        ["anyOf", "oneOf", "allOf"],
        () => "The root must be a plain object; move the union into a property.",
      ),
    ],
  };
}

function isTypeInCapitals(_node: SchemaNode, keyword: string, value: Json): boolean {
  return keyword === "type" && typeof value === "string" && TYPE_NAMES.has(value.toLowerCase());
}
