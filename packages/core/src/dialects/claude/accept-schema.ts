import { isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import {
  allowedFormats,
  allowedKeywords,
  closedObjects,
  eachSchema,
  enumKinds,
  hasType,
  noBooleanSchemas,
  type ProblemCollector,
  propertyKeys,
  type Rule,
  type RuleSet,
  requiredDeclared,
  resolvableReferences,
  rootIsObject,
  rootWithout,
  type SchemaNode,
  supportedPatterns,
  wellFormed,
} from "../../schema/accept.ts";

const everySchema: readonly Rule[] = [
  rootIsObject((type) =>
    type === undefined
      ? "input_schema.type: Field required; write type 'object'."
      : "input_schema.type: Input should be 'object'; wrap it in a property.",
  ),
  rootWithout(
    ["oneOf", "allOf", "anyOf"],
    () => "input_schema does not support oneOf, allOf, or anyOf at the top level; move it into a property.",
  ),
  wellFormed({ tolerates: isNullAtRoot }),
  propertyKeys(
    /^[a-zA-Z0-9_.-]{1,64}$/,
    () => "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'; rename it.",
  ),
];

const UNDECLARED = { rule: "required-undeclared", severity: "warning" } as const;
const DANGLING = { rule: "dangling-ref", message: "The reference leads nowhere in this schema; define its target." };
const EXTERNAL = { rule: "external-ref", message: "References out of the schema are not followed; inline the target." };

/** The rules without `strict`, where the rest of the schema is prompt text. */
export const NON_STRICT: RuleSet = {
  rules: [
    ...everySchema,
    resolvableReferences({
      dangling: { ...DANGLING, severity: "warning" },
      external: { ...EXTERNAL, severity: "warning" },
    }),
  ],
};

/** The rules of `strict: true`: https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations */
export const STRICT: RuleSet = {
  rules: [
    ...everySchema,
    allowedKeywords({
      accepted: new Set([
        ...["type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "allOf"],
        ...["$ref", "$defs", "definitions", "description", "title", "default", "format", "pattern", "minItems"],
        ...["$schema", "$id"],
      ]),
      ignored: new Set(["propertyOrdering"]),
      others: "refused",
      refusedMessage: (keyword) => `Property '${keyword}' is not supported in strict tools; say it in the description.`,
      ignoredMessage: (keyword) => `'${keyword}' is ignored; remove it.`,
    }),
    closedObjects("For 'object' type, 'additionalProperties' must be explicitly set to false."),
    requiredDeclared((name) => ({ ...UNDECLARED, message: `'${name}' is required but not declared; declare it.` })),
    hasType(["$ref", "anyOf", "oneOf", "allOf", "enum", "const"], {
      rule: "missing-type",
      message: "JSON schema must have a type defined if anyOf/oneOf/allOf/enum/const are not used.",
    }),
    enumKinds(
      new Set(["string", "number", "boolean", "null"]),
      (kind) =>
        `Enum values of kind ${kind} are not supported in strict tools; use strings, numbers, booleans or null.`,
    ),
    allowedFormats(
      (format) => FORMATS.has(format),
      (format) => `Format '${format}' is not supported in strict tools; say it in the description.`,
    ),
    supportedPatterns({
      lacking: new Set(["look-around", "back-reference", "word boundary", "large repetition"]),
      largeRepetition: 1_000,
      message: (feature) => `Patterns with a ${feature} are not supported in strict tools; say it in the description.`,
    }),
    noBooleanSchemas(["additionalProperties"], {
      rule: "boolean-schema",
      message: "true and false are not supported as schemas in strict tools; write an object with a type.",
    }),
    resolvableReferences({
      dangling: DANGLING,
      external: EXTERNAL,
      recursive: {
        rule: "recursive-ref",
        message:
          "Circular reference detected in schema definitions. Self-referencing or mutually-referencing definitions are not supported.",
      },
    }),
    eachSchema(fewItems),
    eachSchema(plainConstant),
    eachSchema(noReferenceInAllOf),
  ],
};

const FORMATS: ReadonlySet<string> = new Set([
  ...["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
]);

function isNullAtRoot(node: SchemaNode, keyword: string, value: Json): boolean {
  return node.parent === undefined && value === null && (keyword === "properties" || keyword === "required");
}

function fewItems({ schema, place }: SchemaNode, problems: ProblemCollector): void {
  const { minItems } = schema;
  if (minItems === undefined || minItems === 0 || minItems === 1) return;
  const message = "'minItems' may be 0 or 1 in strict tools; say more in the description.";
  problems.error(place.at("minItems"), "unsupported-min-items", message);
}

function plainConstant({ schema, place }: SchemaNode, problems: ProblemCollector): void {
  if (!isObject(schema.const) && !isArray(schema.const)) return;
  problems.error(
    place.at("const"),
    "enum-value",
    "Complex constants are not supported in strict tools; use properties.",
  );
}

function noReferenceInAllOf(node: SchemaNode, problems: ProblemCollector): void {
  if (!Object.hasOwn(node.schema, "$ref")) return;
  for (let outer: SchemaNode | undefined = node; outer !== undefined; outer = outer.parent) {
    if (outer.keyword !== "allOf") continue;
    problems.error(
      node.place.at("$ref"),
      "ref-in-all-of",
      "allOf with $ref is not supported in strict tools; inline it.",
    );
    return;
  }
}
