import { allowedKeywords } from "../../schema/accept/keywords.ts";
import { withinLimits } from "../../schema/accept/limits.ts";
import {
  allRequired,
  arraysHaveItems,
  closedObjects,
  requiredDeclared,
  rootHasProperties,
  rootIsObject,
  rootWithout,
} from "../../schema/accept/objects.ts";
import type { Severity } from "../../schema/accept/problems.ts";
import { resolvableReferences } from "../../schema/accept/references.ts";
import { eachSchema, type Rule } from "../../schema/accept/rule.ts";
import { firstKeysDiffer } from "../../schema/accept/unions.ts";
import {
  allowedFormats,
  hasType,
  noBooleanSchemas,
  noSiblings,
  supportedPatterns,
} from "../../schema/accept/values.ts";
import { wellFormed } from "../../schema/accept/well-formed.ts";
import type { RuleSet } from "../../schema/accept.ts";

const REQUIRED = "'required' is required to be supplied and to be an array including every key in properties.";

const ROOT_COMBINATORS = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];

const ROOT_RULES: readonly Rule[] = [
  rootIsObject((type) => {
    const actual = typeof type === "string" ? type : "None";
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${actual}"'.`;
  }),
  rootWithout(
    ROOT_COMBINATORS,
    (keyword) => `schema must have type 'object' and not have '${keyword}' at the top level; move it into a property.`,
  ),
  // OpenAI's error for a tool without parameters: https://github.com/containers/kubernetes-mcp-server/issues/340
  rootHasProperties({
    rule: "missing-properties",
    message: "object schema missing properties; write an empty object for a tool without parameters.",
    severity: "warning",
  }),
  arraysHaveItems({ rule: "array-without-items", message: "array schema missing items; say what the items are." }),
];

const DANGLING = { rule: "dangling-ref", message: "The reference leads nowhere in this schema; define its target." };
const EXTERNAL = { rule: "external-ref", message: "References out of the schema are not followed; inline the target." };

/**
 * The rules of OpenAI's strict mode: https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
 */
export const STRICT: RuleSet = {
  rules: [
    wellFormed(),
    ...ROOT_RULES,
    rootWithout(["$ref"], () => "The root must not be a reference; inline its target."),
    allowedKeywords({
      accepted: new Set([
        ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"],
        ...["$defs", "definitions", "$ref", "description", "title", "$comment", "examples", "readOnly", "writeOnly"],
        ...["$id", "pattern", "format", "minLength", "maxLength", "minItems", "maxItems"],
        ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
      ]),
      refused: new Set([
        ...["$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "allOf", "contains"],
        ...["contentEncoding", "contentMediaType", "contentSchema", "dependentRequired", "dependentSchemas"],
        ...[
          "dependencies",
          "else",
          "if",
          "maxContains",
          "maxProperties",
          "minContains",
          "minProperties",
          "not",
          "oneOf",
        ],
        ...["patternProperties", "prefixItems", "additionalItems", "propertyNames", "then", "unevaluatedItems"],
        ...["unevaluatedProperties", "uniqueItems"],
        // OpenAI's SDK sends it, but users report that the server refuses it; a schema without it is safe.
        "default",
      ]),
      others: "ignored",
      refusedMessage: (keyword) =>
        `'${keyword}' is not permitted in strict mode; say it in the description or leave strict off.`,
      ignoredMessage: (keyword) => `'${keyword}' has no effect in strict mode; remove it or say it in the description.`,
    }),
    closedObjects("'additionalProperties' is required to be supplied and to be false."),
    allRequired((name) => `${REQUIRED} Missing '${name}'.`),
    requiredDeclared((name) => ({
      rule: "required-undeclared",
      message: `${REQUIRED} Extra required key '${name}' supplied.`,
    })),
    hasType(["$ref", "anyOf", "enum", "const"], { rule: "missing-type", message: "schema must have a 'type' key." }),
    hasType(["$ref", "anyOf"], {
      rule: "missing-type",
      message: "Most positions need a 'type' key; write it beside the values.",
      severity: "warning",
    }),
    noSiblings("$ref", {
      beside: () => false,
      message: (others) => `$ref cannot have keywords {${others}}; inline the target.`,
    }),
    resolvableReferences({ dangling: DANGLING, external: EXTERNAL }),
    allowedFormats(
      (format) => FORMATS.has(format),
      (format) => `'${format}' is not a valid format; say it in the description.`,
    ),
    supportedPatterns({
      lacking: new Set(["look-around"]),
      message: (feature) => `Patterns with ${feature} are not supported; say it in the description.`,
    }),
    noBooleanSchemas(["additionalProperties"], {
      rule: "boolean-schema",
      message: "true and false are not permitted as schemas; write an object.",
    }),
    eachSchema(({ schema, place, parent }, problems) => {
      if (parent === undefined || !Object.hasOwn(schema, "$id")) return;
      problems.error(place.at("$id"), "nested-id", "'$id' is permitted at the root only; remove it.");
    }),
    // Users reported this error from 2024 to 2026; OpenAI may have dropped the rule.
    firstKeysDiffer({
      rule: "same-first-keys",
      message: "Objects provided via 'anyOf' must not share identical first keys. Consider adding a discriminator key.",
      severity: "warning",
    }),
    withinLimits({
      properties: 5_000,
      levels: 10,
      characters: 120_000,
      enumValues: 1_000,
      longEnum: { values: 250, characters: 15_000 },
    }),
  ],
};

/**
 * The rules without `strict`, where the rest of the schema is only part of the prompt. A required property that is not
 * declared is refused by Gemini's OpenAI-compatible endpoint: https://github.com/Gitlawb/openclaude/issues/82
 */
export function nonStrict(undeclared: Severity): RuleSet {
  const message = "is required but not declared; declare it or remove it from 'required'.";
  return {
    rules: [
      wellFormed(),
      ...ROOT_RULES,
      resolvableReferences({ dangling: DANGLING, external: { ...EXTERNAL, severity: "warning" } }),
      requiredDeclared(
        (name) => ({ rule: "required-undeclared", message: `'${name}' ${message}`, severity: undeclared }),
        { around: true },
      ),
    ],
  };
}

const FORMATS: ReadonlySet<string> = new Set([
  ...["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
]);
