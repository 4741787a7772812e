import { isArray, isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  ARRAY_FORM,
  allowedKeywords,
  checkFields,
  checkObject,
  checkSchema,
  checkUnique,
  type Named,
  noBooleanSchemas,
  OBJECT_FORM,
  ProblemCollector,
  type RuleSet,
  STRING_FORM,
  type SubschemaLayout,
  type ValueForm,
  wellFormed,
} from "../../schema/accept.ts";

/**
 * Reads tools against what Ollama's server decodes, and what of it reaches the model.
 *
 * @example
 * accept([{ type: "function", function: { name: "now", parameters: { type: "object", properties: {} } } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkUnique(named, DUPLICATE, problems);
  return problems.all;
}

const DUPLICATE = {
  rule: "duplicate-name",
  message: "Two tools have this name; rename one.",
  severity: "warning",
} as const;

// The structs of https://github.com/ollama/ollama/blob/main/api/types.go: what they lack never reaches the model.
const FUNCTION_FIELDS: ReadonlySet<string> = new Set(["name", "description", "parameters"]);
const ROOT_KEYWORDS: ReadonlySet<string> = new Set(["type", "properties", "required", "$defs", "items"]);

const STRINGS: ValueForm = {
  expected: "an array of strings",
  holds: (value) => isArray(value) && value.every((item) => typeof item === "string"),
};

const TYPE: ValueForm = {
  expected: "a string or an array of strings",
  holds: (value) => typeof value === "string" || STRINGS.holds(value),
};

// `items` is handed on as it is, with all that it holds.
const FOLLOWED: ReadonlyMap<string, SubschemaLayout> = new Map<string, SubschemaLayout>([
  ["properties", "map"],
  ["anyOf", "list"],
]);

const PROPERTY: RuleSet = {
  follow: FOLLOWED,
  rules: [
    wellFormed({
      forms: {
        type: TYPE,
        description: STRING_FORM,
        enum: ARRAY_FORM,
        properties: OBJECT_FORM,
        required: STRINGS,
        anyOf: ARRAY_FORM,
      },
      tolerates: (_node, _keyword, value) => value === null,
    }),
    noBooleanSchemas([], { rule: "boolean-schema", message: "A schema must be an object here; write one." }),
    allowedKeywords({
      accepted: new Set(["type", "description", "enum", "items", "properties", "required", "anyOf"]),
      others: "ignored",
      refusedMessage: String,
      ignoredMessage: dropped,
    }),
  ],
};

function dropped(name: string): string {
  return `'${name}' is dropped before the model sees it; say it in the description.`;
}

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const malformed = {
    rule: "malformed-tool",
    message: "A tool must be an object with type 'function' and 'function'.",
  };
  const outer = checkObject(tool, place, malformed, problems);
  const definition = outer && checkObject(outer.function, place.at("function"), malformed, problems);
  if (outer === undefined || definition === undefined) return [];
  checkFields(outer, place, { type: ["string", "null"] }, problems);
  return checkFunction(definition, place.at("function"), problems);
}

function checkFunction(definition: JsonObject, place: Place, problems: ProblemCollector): Named[] {
  const { name, parameters } = definition;
  checkFields(
    definition,
    place,
    { name: ["string"], description: ["string", "null"], parameters: ["object", "null"] },
    problems,
  );
  for (const field of Object.keys(definition).filter((key) => !FUNCTION_FIELDS.has(key))) {
    problems.warn(place.at(field), "ignored-field", dropped(field));
  }
  if (name === undefined || name === "") problems.error(place, "missing-name", "A tool needs a name; give it one.");
  if (isObject(parameters)) checkParameters(parameters, place.at("parameters"), problems);
  return typeof name === "string" ? [{ name, place: place.at("name") }] : [];
}

function checkParameters(schema: JsonObject, place: Place, problems: ProblemCollector): void {
  const { properties, required } = schema;
  checkFields(
    schema,
    place,
    { type: ["string", "null"], properties: ["object", "null"], required: ["array", "null"] },
    problems,
  );
  if (isArray(required) && !STRINGS.holds(required)) {
    problems.error(place.at("required"), "malformed-keyword", `'required' must be ${STRINGS.expected}.`);
  }
  for (const keyword of Object.keys(schema).filter((key) => !ROOT_KEYWORDS.has(key))) {
    problems.warn(place.at(keyword), "ignored-keyword", dropped(keyword));
  }
  if (properties === undefined || properties === null) {
    problems.warn(
      place,
      "missing-properties",
      "Without 'properties' the model sees null there; write an empty object.",
    );
  }
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    checkProperty(property, place.at("properties").at(name), problems);
  }
}

function checkProperty(property: Json, place: Place, problems: ProblemCollector): void {
  const malformed = { rule: "malformed-schema", message: "A property's schema must be an object here; write one." };
  const schema = checkObject(property, place, malformed, problems);
  if (schema !== undefined) checkSchema(schema, place, PROPERTY, problems);
}
