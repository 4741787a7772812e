import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  ARRAY_FORM,
  allowedKeywords,
  arraysHaveItems,
  atRoot,
  checkName,
  checkObject,
  checkSchema,
  checkUnique,
  eachSchema,
  type Named,
  type NameTable,
  noBooleanSchemas,
  OBJECT_FORM,
  ProblemCollector,
  type RuleSet,
  requiredDeclared,
  rootIsObject,
  type SchemaNode,
  STRING_FORM,
  STRINGS_FORM,
  type SubschemaLayout,
  wellFormed,
} from "../../schema/accept.ts";

/**
 * Reads the definitions that executables print for `--schema` against the subset that they are written in.
 *
 * @example
 * accept([{ name: "now", description: "The time.", parameters: { type: "object", properties: {} } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkUnique(named, { rule: "duplicate-name", message: "Two tools have this name; rename one." }, problems);
  return problems.all;
}

const NAME: NameTable = {
  pattern: /^[A-Za-z0-9_]+$/,
  maximum: Number.POSITIVE_INFINITY,
  message: "A tool's name has letters, digits and '_' only; rename it.",
};

const TYPES: ReadonlySet<Json | undefined> = new Set(["string", "integer", "number", "boolean", "array", "object"]);

const FOLLOWED: ReadonlyMap<string, SubschemaLayout> = new Map<string, SubschemaLayout>([
  ["properties", "map"],
  ["items", "schema"],
]);

const RULES: RuleSet = {
  follow: FOLLOWED,
  rules: [
    rootIsObject(() => "parameters must have type 'object'; wrap it in a property."),
    atRoot(({ schema, place }, problems) => {
      if (isObject(schema.properties)) return;
      problems.error(place, "missing-properties", "parameters must have 'properties'; write an empty object for none.");
    }),
    wellFormed({
      forms: { properties: OBJECT_FORM, required: STRINGS_FORM, enum: ARRAY_FORM, description: STRING_FORM },
    }),
    eachSchema(validType),
    requiredDeclared((name) => ({
      rule: "required-undeclared",
      message: `'${name}' is required but not defined; define it or leave it out.`,
    })),
    arraysHaveItems({
      rule: "array-without-items",
      message: "An array should say what its items are.",
      severity: "warning",
    }),
    noBooleanSchemas([], { rule: "boolean-schema", message: "A schema must be an object with a type; write one." }),
    allowedKeywords({
      accepted: new Set(["type", "description", "enum", "items", "properties", "required"]),
      refused: new Set([
        ...["$ref", "$defs", "definitions", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
        ...["pattern", "format", "default", "additionalProperties"],
      ]),
      others: "ignored",
      refusedMessage: (keyword) => `'${keyword}' is not supported in tool schemas; say it in the description.`,
      ignoredMessage: (keyword) => `'${keyword}' is not part of the format; say it in the description.`,
    }),
  ],
};

function validType({ schema, place, parent }: SchemaNode, problems: ProblemCollector): void {
  const { type } = schema;
  if (parent === undefined || TYPES.has(type)) return;
  const message = "Each property needs one type of string, integer, number, boolean, array and object.";
  problems.error(type === undefined ? place : place.at("type"), "invalid-type", message);
}

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const malformed = {
    rule: "malformed-tool",
    message: "A tool must be an object with name, description and parameters.",
  };
  const definition = checkObject(tool, place, malformed, problems);
  if (definition === undefined) return [];
  checkDescription(definition, place, problems);
  const missing = { rule: "malformed-schema", message: "A tool needs 'parameters', an object; write one." };
  const schema = checkObject(definition.parameters, place.at("parameters"), missing, problems);
  if (schema !== undefined) checkSchema(schema, place.at("parameters"), RULES, problems);
  const name = checkName(definition, place, NAME, problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}

function checkDescription({ description }: JsonObject, place: Place, problems: ProblemCollector): void {
  if (typeof description === "string") return;
  const at = description === undefined ? place : place.at("description");
  problems.error(at, "missing-description", "A tool needs a description, a string; write one.");
}
