import { isArray, isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  ARRAY,
  checkFields,
  checkSchema,
  checkUnique,
  expectObject,
  Findings,
  keywords,
  type Named,
  noBooleanSchemas,
  OBJECT,
  type RuleSet,
  type Shape,
  STRING,
  type SubschemaLayout,
  wellFormed,
} from "../../schema/accept.ts";

/**
 * Reads tools against what Ollama's server decodes, and what of it reaches the model.
 *
 * @example
 * accept([{ type: "function", function: { name: "now", parameters: { type: "object", properties: {} } } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const findings = new Findings();
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), findings));
  checkUnique(named, DUPLICATE, findings);
  return findings.problems;
}

const DUPLICATE = {
  rule: "duplicate-name",
  message: "Two tools have this name; rename one.",
  severity: "warning",
} as const;

// The structs of https://github.com/ollama/ollama/blob/main/api/types.go: what they lack never reaches the model.
const FUNCTION_FIELDS: ReadonlySet<string> = new Set(["name", "description", "parameters"]);
const ROOT_KEYWORDS: ReadonlySet<string> = new Set(["type", "properties", "required", "$defs", "items"]);

const STRINGS: Shape = {
  expected: "an array of strings",
  holds: (value) => isArray(value) && value.every((item) => typeof item === "string"),
};

const TYPE: Shape = {
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
      shapes: { type: TYPE, description: STRING, enum: ARRAY, properties: OBJECT, required: STRINGS, anyOf: ARRAY },
      tolerates: (_node, _keyword, value) => value === null,
    }),
    noBooleanSchemas([], { rule: "boolean-schema", message: "A schema must be an object here; write one." }),
    keywords({
      accepted: new Set(["type", "description", "enum", "items", "properties", "required", "anyOf"]),
      others: "ignored",
      refusal: String,
      ignorance: dropped,
    }),
  ],
};

function dropped(name: string): string {
  return `'${name}' is dropped before the model sees it; say it in the description.`;
}

function checkTool(tool: Json, place: Place, findings: Findings): Named[] {
  const malformed = {
    rule: "malformed-tool",
    message: "A tool must be an object with type 'function' and 'function'.",
  };
  const outer = expectObject(tool, place, malformed, findings);
  const definition = outer && expectObject(outer.function, place.at("function"), malformed, findings);
  if (outer === undefined || definition === undefined) return [];
  checkFields(outer, place, { type: ["string", "null"] }, findings);
  return checkFunction(definition, place.at("function"), findings);
}

function checkFunction(definition: JsonObject, place: Place, findings: Findings): Named[] {
  const { name, parameters } = definition;
  checkFields(
    definition,
    place,
    { name: ["string"], description: ["string", "null"], parameters: ["object", "null"] },
    findings,
  );
  for (const field of Object.keys(definition).filter((key) => !FUNCTION_FIELDS.has(key))) {
    findings.warn(place.at(field), "ignored-field", dropped(field));
  }
  if (name === undefined || name === "") findings.error(place, "missing-name", "A tool needs a name; give it one.");
  if (isObject(parameters)) checkParameters(parameters, place.at("parameters"), findings);
  return typeof name === "string" ? [{ name, place: place.at("name") }] : [];
}

function checkParameters(schema: JsonObject, place: Place, findings: Findings): void {
  const { properties, required } = schema;
  checkFields(
    schema,
    place,
    { type: ["string", "null"], properties: ["object", "null"], required: ["array", "null"] },
    findings,
  );
  if (isArray(required) && !STRINGS.holds(required)) {
    findings.error(place.at("required"), "malformed-keyword", `'required' must be ${STRINGS.expected}.`);
  }
  for (const keyword of Object.keys(schema).filter((key) => !ROOT_KEYWORDS.has(key))) {
    findings.warn(place.at(keyword), "ignored-keyword", dropped(keyword));
  }
  if (properties === undefined || properties === null) {
    findings.warn(
      place,
      "missing-properties",
      "Without 'properties' the model sees null there; write an empty object.",
    );
  }
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    checkProperty(property, place.at("properties").at(name), findings);
  }
}

function checkProperty(property: Json, place: Place, findings: Findings): void {
  const malformed = { rule: "malformed-schema", message: "A property's schema must be an object here; write one." };
  const schema = expectObject(property, place, malformed, findings);
  if (schema !== undefined) checkSchema(schema, place, PROPERTY, findings);
}
