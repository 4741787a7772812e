import { isArray, isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  checkFields,
  checkName,
  checkObject,
  checkUnique,
  type GrammarCost,
  ProblemCollector,
  requiredNames,
} from "../../schema/accept.ts";
import { type CheckedTool, checkArgumentsSchema, checkStrictTools } from "../claude/accept-strict.ts";
import { checkDefined, isDefined } from "./accept-defined.ts";
import { checkCallers, NAME } from "./accept-fields.ts";

/**
 * Reads tools against the rules of the Messages API.
 *
 * @example
 * accept([{ name: "now", input_schema: { type: "object" } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const checked = tools.map((tool, index) => checkTool(tool, Place.root.at(index), problems));
  const named = checked.flatMap(({ name }) => name ?? []);
  checkUnique(named, { rule: "duplicate-name", message: "tools: Tool names must be unique; rename one." }, problems);
  checkDeferred(tools, problems);
  checkStrictTools(checked, problems);
  return problems.all;
}

const MAX_DEFERRED = 10_000;

function checkTool(tool: Json, place: Place, problems: ProblemCollector): CheckedTool {
  const malformed = { rule: "malformed-tool", message: "A tool must be an object." };
  const definition = checkObject(tool, place, malformed, problems);
  if (definition === undefined) return {};
  const { type } = definition;
  if (type === undefined || type === null || type === "custom") return checkCustom(definition, place, problems);
  if (isDefined(type)) {
    const name = checkDefined(definition, place, problems);
    return name === undefined ? {} : { name };
  }
  const message = "The type of this tool is unknown here; leave it out for a tool of your own.";
  problems.error(place.at("type"), "tool-type", message);
  return {};
}

function checkCustom(tool: JsonObject, place: Place, problems: ProblemCollector): CheckedTool {
  checkFields(tool, place, CUSTOM_FIELDS, problems);
  const name = checkName(tool, place, NAME, problems);
  checkCallers(tool, place, problems);
  const cost = checkInputSchema(tool, place, problems);
  checkExamples(tool, place, problems);
  return { ...(name !== undefined && { name: { name, place: place.at("name") } }), ...(cost && { cost }) };
}

const CUSTOM_FIELDS = {
  description: ["string", "null"],
  strict: ["boolean", "null"],
  eager_input_streaming: ["boolean", "null"],
  defer_loading: ["boolean", "null"],
  allowed_callers: ["array", "null"],
  input_examples: ["array", "null"],
  cache_control: ["object", "null"],
} as const;

function checkInputSchema(tool: JsonObject, place: Place, problems: ProblemCollector): GrammarCost | undefined {
  const at = place.at("input_schema");
  const missing = {
    rule: "malformed-schema",
    message: "input_schema: Input does not match the expected shape; write an object.",
  };
  const schema = checkObject(tool.input_schema, at, missing, problems);
  if (schema === undefined) return undefined;
  return checkArgumentsSchema(schema, { place: at, strict: tool.strict === true }, problems);
}

function checkExamples(tool: JsonObject, place: Place, problems: ProblemCollector): void {
  if (!isArray(tool.input_examples)) return;
  const required = isObject(tool.input_schema) ? requiredNames(tool.input_schema) : [];
  for (const [index, example] of tool.input_examples.entries()) {
    const at = place.at("input_examples").at(index);
    if (!isObject(example)) {
      problems.error(at, "malformed-example", "An input example must be an object; wrap it.");
      continue;
    }
    for (const name of required) {
      if (Object.hasOwn(example, name)) continue;
      problems.error(at, "invalid-example", `The example lacks the required '${name}'; examples must obey the schema.`);
    }
  }
}

function checkDeferred(tools: readonly Json[], problems: ProblemCollector): void {
  const deferred = tools.filter((tool) => isObject(tool) && tool.defer_loading === true).length;
  if (deferred > 0 && deferred === tools.length) {
    const message = "At least one tool must have defer_loading=false. All tools cannot be deferred.";
    problems.error(Place.root, "all-deferred", message);
  }
  if (deferred > MAX_DEFERRED) {
    problems.error(Place.root, "too-many-deferred", `${deferred} tools are deferred; the limit is ${MAX_DEFERRED}.`);
  }
}
