import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import { checkFields, checkName, checkObject, checkSchema, type Named, ProblemCollector } from "../../schema/accept.ts";
import { checkFunctions, NAME, reportUnknown } from "../google/accept-functions.ts";
import { argumentsRules } from "../google/accept-schema.ts";

/**
 * Reads tools against the rules of the Interactions API.
 *
 * @example
 * accept([{ type: "function", name: "now" }, { type: "google_search" }]); // one warning: not every model mixes them
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkFunctions({ noun: "functions", count: named.length, named }, problems);
  if (named.length > 0) checkMixture(tools, problems);
  return problems.all;
}

/** https://ai.google.dev/api/interactions-api: the fields of each tool. */
const BUILT_IN: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ["google_search", ["search_types"]],
  ["url_context", []],
  ["code_execution", []],
  [
    "computer_use",
    ["disabled_safety_policies", "enable_prompt_injection_detection", "environment", "excluded_predefined_functions"],
  ],
  ["file_search", ["file_search_store_names", "metadata_filter", "top_k"]],
  ["google_maps", ["enable_widget", "latitude", "longitude"]],
  ["mcp_server", ["allowed_tools", "headers", "name", "url"]],
  [
    "retrieval",
    [
      "exa_ai_search_config",
      "parallel_ai_search_config",
      "rag_store_config",
      "retrieval_types",
      "vertex_ai_search_config",
    ],
  ],
]);

const FUNCTION_FIELDS = ["name", "description", "parameters"];

const PARAMETERS = argumentsRules("parameters");

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const fields = checkObject(tool, place, { rule: "malformed-tool", message: "A tool must be an object." }, problems);
  if (fields === undefined) return [];
  if (fields.type === "function") return checkFunction(fields, place, problems);
  const known = BUILT_IN.get(fields.type);
  if (known !== undefined) checkUnknown(fields, known, place, problems);
  else {
    const message = "The type of this tool is unknown here; use 'function' or a built-in tool's.";
    problems.error(fields.type === undefined ? place : place.at("type"), "tool-type", message);
  }
  return [];
}

function checkFunction(tool: JsonObject, place: Place, problems: ProblemCollector): Named[] {
  checkUnknown(tool, FUNCTION_FIELDS, place, problems);
  checkFields(tool, place, { description: ["string", "null"] }, problems);
  const { parameters } = tool;
  if (parameters !== undefined && parameters !== null) {
    const malformed = { rule: "malformed-schema", message: "'parameters' must be a schema object." };
    const schema = checkObject(parameters, place.at("parameters"), malformed, problems);
    if (schema !== undefined) checkSchema(schema, place.at("parameters"), PARAMETERS, problems);
  }
  const name = checkName(tool, place, NAME, problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}

function checkUnknown(tool: JsonObject, known: readonly string[], place: Place, problems: ProblemCollector): void {
  for (const field of Object.keys(tool).filter((key) => key !== "type" && !known.includes(key)))
    reportUnknown(field, place, problems);
}

function checkMixture(tools: readonly Json[], problems: ProblemCollector): void {
  for (const [index, tool] of tools.entries()) {
    if (!isObject(tool) || !BUILT_IN.has(tool.type)) continue;
    const message = "Built-in tools beside functions are taken by Gemini 3 and later only.";
    problems.warn(Place.root.at(index), "mixed-tools", message);
  }
}
