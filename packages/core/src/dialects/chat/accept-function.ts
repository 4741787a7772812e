import type { JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import {
  checkFields,
  checkName,
  checkObject,
  checkSchema,
  type Named,
  type NameTable,
  type ProblemCollector,
  type RuleSet,
} from "../../schema/accept.ts";
import { nonStrict } from "./accept-schema.ts";

/** The names of functions and custom tools. */
const NAME: NameTable = {
  pattern: /^[a-zA-Z0-9_-]+$/,
  maximum: 64,
  message: "Function names may have letters, digits, '_' and '-' only; rename it.",
};

/** Checks the `function` of a tool: its fields, its schema and its name. */
export function checkFunction(
  definition: JsonObject,
  place: Place,
  { strictRules, problems }: { strictRules: RuleSet; problems: ProblemCollector },
): Named[] {
  checkFields(definition, place, { description: ["string", "null"], strict: ["boolean", "null"] }, problems);
  const { parameters, strict } = definition;
  if (parameters !== undefined) {
    const malformed = { rule: "malformed-schema", message: "'parameters' must be a JSON Schema object." };
    const schema = checkObject(parameters, place.at("parameters"), malformed, problems);
    const rules = strict === true ? strictRules : nonStrict("warning");
    if (schema !== undefined) checkSchema(schema, place.at("parameters"), rules, problems);
  }
  return checkToolName(definition, place, problems);
}

/** Checks the name in the `function` or `custom` object of a tool. */
export function checkToolName(definition: JsonObject, place: Place, problems: ProblemCollector): Named[] {
  const name = checkName(definition, place, NAME, problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}
