import type { RuleSet } from "../accept.ts";
import type { Severity } from "./findings.ts";
import { keywords } from "./keywords.ts";
import { within } from "./limits.ts";
import {
  allRequired,
  arraysHaveItems,
  closedObjects,
  requiredDeclared,
  rootHasProperties,
  rootIsObject,
  rootWithout,
} from "./objects.ts";
import { followed } from "./references.ts";
import { each, type Rule } from "./rule.ts";
import { firstKeysDiffer } from "./unions.ts";
import { alone, formats, noBooleanSchemas, patterns, typed } from "./values.ts";
import { wellFormed } from "./wellformed.ts";

const REQUIRED = "'required' is required to be supplied and to be an array including every key in properties.";

const ROOT_COMBINATORS = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];

const root: readonly Rule[] = [
  rootIsObject((type) => {
    const told = typeof type === "string" ? type : "None";
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${told}"'.`;
  }),
  rootWithout(
    ROOT_COMBINATORS,
    (keyword) => `schema must have type 'object' and not have '${keyword}' at the top level; move it into a property.`,
  ),
  rootHasProperties({
    rule: "missing-properties",
    message: "Some servers demand 'properties' of the root; write an empty object for a tool without parameters.",
    severity: "warning",
  }),
  arraysHaveItems({ rule: "array-without-items", message: "array schema missing items; say what the items are." }),
];

const DANGLING = { rule: "dangling-ref", message: "The reference leads nowhere in this schema; define its target." };
const EXTERNAL = { rule: "external-ref", message: "References out of the schema are not followed; inline the target." };

/** What `strict: true` demands where structured outputs are made by the rules that several servers share. */
export const STRICT: RuleSet = {
  rules: [
    wellFormed(),
    ...root,
    rootWithout(["$ref"], () => "The root must not be a reference; inline its target."),
    keywords({
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
        // Reports disagree on it; a schema without it is safe.
        "default",
      ]),
      others: "ignored",
      refusal: (keyword) =>
        `'${keyword}' is not permitted in strict mode; say it in the description or leave strict off.`,
      ignorance: (keyword) => `'${keyword}' has no effect in strict mode; remove it or say it in the description.`,
    }),
    closedObjects("'additionalProperties' is required to be supplied and to be false."),
    allRequired((name) => `${REQUIRED} Missing '${name}'.`),
    requiredDeclared((name) => ({
      rule: "required-undeclared",
      message: `${REQUIRED} Extra required key '${name}' supplied.`,
    })),
    typed(["$ref", "anyOf", "enum", "const"], { rule: "missing-type", message: "schema must have a 'type' key." }),
    typed(["$ref", "anyOf"], {
      rule: "missing-type",
      message: "Most positions need a 'type' key; write it beside the values.",
      severity: "warning",
    }),
    alone("$ref", {
      beside: () => false,
      message: (others) => `$ref cannot have keywords {${others}}; inline the target.`,
    }),
    followed({ dangling: DANGLING, external: EXTERNAL }),
    formats(
      (format) => FORMATS.has(format),
      (format) => `'${format}' is not a valid format; say it in the description.`,
    ),
    patterns({
      lacking: new Set(["look-around"]),
      message: (feature) => `Patterns with ${feature} are not supported; say it in the description.`,
    }),
    noBooleanSchemas(["additionalProperties"], {
      rule: "boolean-schema",
      message: "true and false are not permitted as schemas; write an object.",
    }),
    each(({ schema, place, parent }, findings) => {
      if (parent === undefined || !Object.hasOwn(schema, "$id")) return;
      findings.error(place.at("$id"), "nested-id", "'$id' is permitted at the root only; remove it.");
    }),
    // Reported from 2024 to 2026, but perhaps no longer live.
    firstKeysDiffer({
      rule: "same-first-keys",
      message: "Objects provided via 'anyOf' must not share identical first keys. Consider adding a discriminator key.",
      severity: "warning",
    }),
    within({
      properties: 5_000,
      levels: 10,
      characters: 120_000,
      enumValues: 1_000,
      longEnum: { values: 250, characters: 15_000 },
    }),
  ],
};

/** What is demanded without `strict`, where the rest of the schema is prompt text. */
export function nonStrict(undeclared: Severity): RuleSet {
  const message = "is required but not declared, which some servers refuse; declare it or leave it out.";
  return {
    rules: [
      wellFormed(),
      ...root,
      followed({ dangling: DANGLING, external: { ...EXTERNAL, severity: "warning" } }),
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
