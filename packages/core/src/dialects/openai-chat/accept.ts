import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import { checkFields, checkObject, checkUnique, type Named, ProblemCollector } from "../../schema/accept.ts";
import { checkFunction, checkToolName } from "../chat/accept-function.ts";
import { STRICT } from "../chat/accept-schema.ts";

/**
 * Reads tools against the rules of Chat Completions.
 *
 * @example
 * accept([]); // one problem: the API refuses an empty array
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  checkCount(tools, problems);
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkUnique(named, { rule: "duplicate-name", message: "Tool names must be unique; rename one." }, problems);
  return problems.all;
}

// https://platform.openai.com/docs/api-reference/chat/create
const MAX_TOOLS = 128;

function checkCount(tools: readonly Json[], problems: ProblemCollector): void {
  if (tools.length === 0) {
    const message = "Invalid 'tools': empty array. Expected an array with minimum length 1; leave the field out.";
    problems.error(Place.root, "no-tools", message);
  }
  if (tools.length > MAX_TOOLS) {
    const message = `Invalid 'tools': array too long. Expected an array with maximum length ${MAX_TOOLS}; send fewer.`;
    problems.error(Place.root, "too-many-tools", message);
  }
}

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const type = isObject(tool) ? tool.type : undefined;
  if (!isObject(tool) || (type !== "function" && type !== "custom")) {
    const message = "A tool here is an object with type 'function' or 'custom'; there are no others.";
    problems.error(type === undefined ? place : place.at("type"), "tool-type", message);
    return [];
  }
  const missing = { rule: "malformed-tool", message: `A ${type} tool needs an object '${type}' with its name.` };
  const definition = checkObject(tool[type], place.at(type), missing, problems);
  if (definition === undefined) return [];
  return type === "function"
    ? checkFunction(definition, place.at(type), { strictRules: STRICT, problems })
    : checkCustom(definition, place.at(type), problems);
}

function checkCustom(definition: JsonObject, place: Place, problems: ProblemCollector): Named[] {
  checkFields(definition, place, { description: ["string", "null"], format: ["object", "null"] }, problems);
  if (isObject(definition.format)) checkFormat(definition.format, place.at("format"), problems);
  return checkToolName(definition, place, problems);
}

function checkFormat(format: JsonObject, place: Place, problems: ProblemCollector): void {
  if (format.type === "text") return;
  const grammar = format.type === "grammar" && isObject(format.grammar) ? format.grammar : undefined;
  const known = grammar?.syntax === "lark" || grammar?.syntax === "regex";
  if (known && typeof grammar?.definition === "string") return;
  const message = "A format is {type:'text'} or {type:'grammar', grammar:{syntax:'lark'|'regex', definition}}.";
  problems.error(place, "malformed-format", message);
}
