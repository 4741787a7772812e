import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import {
  ARRAY_FORM,
  allowedFormats,
  allowedKeywords,
  arraysHaveItems,
  BOOLEAN_FORM,
  COUNT_FORM,
  eachSchema,
  hasType,
  isNumber,
  NUMBER_FORM,
  noBooleanSchemas,
  noSiblings,
  OBJECT_FORM,
  type ProblemCollector,
  propertyKeys,
  propertyNames,
  type Rule,
  type RuleSet,
  requiredDeclared,
  rootWithout,
  type SchemaNode,
  STRING_FORM,
  STRINGS_FORM,
  SUBSCHEMAS,
  type SubschemaLayout,
  TYPE_NAMES,
  type ValueForm,
  wellFormed,
} from "../../schema/accept.ts";

const FIELDS: ReadonlySet<string> = new Set([
  ...["type", "format", "title", "description", "nullable", "enum", "items", "minItems", "maxItems", "properties"],
  ...["required", "propertyOrdering", "minProperties", "maxProperties", "minimum", "maximum", "minLength", "maxLength"],
  ...["pattern", "example", "anyOf"],
  // Proto-JSON takes the original names of its fields as well.
  ...["min_items", "max_items", "property_ordering", "min_properties", "max_properties", "min_length", "max_length"],
]);

// Everything below an unknown field is refused with it.
const FOLLOWED: ReadonlyMap<string, SubschemaLayout> = new Map(
  [...SUBSCHEMAS].filter(([keyword]) => FIELDS.has(keyword)),
);

// The type names in the order in which the proto numbers them.
const NUMBERED_TYPES = ["", "string", "number", "integer", "boolean", "array", "object", "null"];

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ["enum", "date-time"],
  integer: ["int32", "int64"],
  number: ["float", "double", "int32", "int64"],
};

const INT64: ValueForm = {
  expected: "a non-negative integer, as a number or a string",
  holds: (value) => (typeof value === "string" ? /^[0-9]{1,19}$/.test(value) : COUNT_FORM.holds(value)),
};

const FORMS: Readonly<Record<string, ValueForm>> = {
  type: {
    expected: "one type name (Proto field is not repeating, cannot start list)",
    holds: (value) => TYPE_NAMES.has(protoType({ type: value })),
  },
  ...{
    format: STRING_FORM,
    title: STRING_FORM,
    description: STRING_FORM,
    pattern: STRING_FORM,
    nullable: BOOLEAN_FORM,
    properties: OBJECT_FORM,
  },
  ...{
    enum: ARRAY_FORM,
    required: STRINGS_FORM,
    propertyOrdering: STRINGS_FORM,
    minimum: NUMBER_FORM,
    maximum: NUMBER_FORM,
  },
  ...{
    minItems: INT64,
    maxItems: INT64,
    minLength: INT64,
    maxLength: INT64,
    minProperties: INT64,
    maxProperties: INT64,
  },
  anyOf: { expected: "a non-empty array of schemas", holds: (value) => isArray(value) && value.length > 0 },
  items: { expected: "one schema, not a list", holds: (value) => !isArray(value) },
};

const everySchema: readonly Rule[] = [
  wellFormed({ forms: FORMS }),
  allowedKeywords({
    accepted: FIELDS,
    others: "refused",
    refusedMessage: (keyword) =>
      `Invalid JSON payload received. Unknown name "${keyword}": Cannot find field; remove it or use parametersJsonSchema.`,
    ignoredMessage: String,
  }),
  hasType(["anyOf"], { rule: "missing-type", message: "A schema needs a type; write one." }),
  noSiblings("anyOf", {
    beside: () => false,
    message: (others) =>
      `schema specified other fields alongside any_of (${others}). When using any_of, it must be the only field set.`,
  }),
  arraysHaveItems({ rule: "array-without-items", message: "items: missing field; say what the items are." }),
  requiredDeclared((_name, index) => ({
    rule: "required-undeclared",
    message: `required[${index}]: property is not defined; declare it or leave it out.`,
  })),
  propertyKeys(
    /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
    () => "Parameter names start with a letter or '_' and have at most 64 letters, digits and '_'; rename it.",
  ),
  allowedFormats(
    isKnownFormat,
    (format) => `format '${format}': only 'enum' and 'date-time' are supported for STRING type.`,
  ),
  noBooleanSchemas([], { rule: "boolean-schema", message: "true and false are no schemas here; write an object." }),
  eachSchema(enumIsStrings),
  eachSchema(itemsInArrays),
  eachSchema(nestedObjectsHaveProperties),
];

/** The rules of `response`: the Schema proto, https://ai.google.dev/api/caching#Schema */
export const PROTO: RuleSet = { follow: FOLLOWED, rules: everySchema };

/** The rules of `parameters`: the same, with an object as root. */
export const PROTO_PARAMETERS: RuleSet = {
  follow: FOLLOWED,
  rules: [
    ...everySchema,
    rootWithout(["anyOf"], () => "The root must be an OBJECT without anyOf; move it into a property."),
    ({ root }, problems) => {
      if (protoType(root.schema) === "object") return;
      problems.error(root.place, "root-not-object", "parameters must have type OBJECT; wrap it in a property.");
    },
  ],
};

function protoType({ type }: JsonObject): string {
  if (typeof type === "string") return type.toLowerCase();
  return type !== undefined && isNumber(type) ? (NUMBERED_TYPES[Number(type)] ?? "") : "";
}

function isKnownFormat(format: string, { schema }: SchemaNode): boolean {
  const type = protoType(schema);
  return Object.hasOwn(FORMATS, type) && FORMATS[type]?.includes(format) === true;
}

function enumIsStrings({ schema, place }: SchemaNode, problems: ProblemCollector): void {
  if (!isArray(schema.enum)) return;
  const isString = protoType(schema) === "string" && schema.enum.every((value: Json) => typeof value === "string");
  if (isString) return;
  problems.error(place.at("enum"), "enum-value", "enum: only allowed for STRING type; write strings.");
}

function itemsInArrays({ schema, place }: SchemaNode, problems: ProblemCollector): void {
  const { items } = schema;
  if (items === undefined) return;
  const message = "items: field predicate failed: == Type.ARRAY; items need type ARRAY and no anyOf of their own.";
  if (protoType(schema) !== "array") problems.error(place.at("items"), "misplaced-items", message);
  else if (isObject(items) && items.anyOf !== undefined) problems.error(place.at("items"), "any-of-in-items", message);
}

function nestedObjectsHaveProperties(node: SchemaNode, problems: ProblemCollector): void {
  const { schema, place, parent } = node;
  if (parent === undefined || protoType(schema) !== "object" || propertyNames(schema).length > 0) return;
  problems.error(place, "empty-object", "properties: should be non-empty for OBJECT type; name one or use a string.");
}
