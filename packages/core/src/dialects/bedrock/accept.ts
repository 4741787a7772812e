import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  checkFields,
  checkName,
  checkObject,
  checkUnique,
  type GrammarCost,
  type Named,
  type NameTable,
  ProblemCollector,
} from "../../schema/accept.ts";
import { type CheckedTool, checkArgumentsSchema, checkStrictTools } from "../claude/accept-strict.ts";

/**
 * Reads tools against the rules of Converse.
 *
 * @example
 * accept([{ toolSpec: { name: "now", inputSchema: { json: { type: "object" } } } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const checked = tools.map((tool, index) => checkTool(tool, Place.root.at(index), problems));
  const named = checked.flatMap(({ name }) => name ?? []);
  checkUnique(named, { rule: "duplicate-name", message: "The tool name is used twice; rename one." }, problems);
  checkStrictTools(checked, problems);
  return problems.all;
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html */
const NAME: NameTable = {
  pattern: /^[a-zA-Z0-9_-]+$/,
  maximum: 64,
  message: "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+ and have 1 to 64 characters; rename it.",
};

const KINDS = ["toolSpec", "systemTool", "cachePoint"] as const;

function checkTool(tool: Json, place: Place, problems: ProblemCollector): CheckedTool {
  const malformed = { rule: "malformed-tool", message: "A tool must be an object." };
  const entry = checkObject(tool, place, malformed, problems);
  if (entry === undefined) return {};
  const kinds = KINDS.filter((kind) => isObject(entry[kind]));
  if (kinds.length !== 1) {
    problems.error(place, "tool-type", "An entry has exactly one of toolSpec, systemTool and cachePoint; write one.");
    return {};
  }
  const { toolSpec, systemTool, cachePoint } = entry;
  if (isObject(cachePoint)) checkCachePoint(cachePoint, place.at("cachePoint"), problems);
  if (isObject(systemTool)) return namedAt(systemTool, place.at("systemTool"), problems);
  return isObject(toolSpec) ? checkToolSpec(toolSpec, place.at("toolSpec"), problems) : {};
}

function checkToolSpec(spec: JsonObject, place: Place, problems: ProblemCollector): CheckedTool {
  checkFields(spec, place, { description: ["string", "null"], strict: ["boolean", "null"] }, problems);
  if (spec.description === "")
    problems.error(
      place.at("description"),
      "empty-description",
      "Member must have length greater than or equal to 1; leave the description out or write one.",
    );
  const cost = checkInputSchema(spec, place.at("inputSchema"), problems);
  return { ...namedAt(spec, place, problems), ...(cost && { cost }) };
}

function checkInputSchema(spec: JsonObject, place: Place, problems: ProblemCollector): GrammarCost | undefined {
  const missing = { rule: "malformed-schema", message: "inputSchema.json must be a JSON Schema; write an object." };
  const { inputSchema } = spec;
  const schema = checkObject(isObject(inputSchema) ? inputSchema.json : undefined, place.at("json"), missing, problems);
  if (schema === undefined) return undefined;
  return checkArgumentsSchema(schema, { place: place.at("json"), strict: spec.strict === true }, problems);
}

function checkCachePoint({ type, ttl }: JsonObject, place: Place, problems: ProblemCollector): void {
  if (type !== "default")
    problems.error(place.at("type"), "cache-point", "The type of a cache point is 'default'; write it.");
  if (ttl !== undefined && ttl !== "5m" && ttl !== "1h")
    problems.error(place.at("ttl"), "cache-point", "A cache point lives '5m' or '1h'; write one of them.");
}

function namedAt(object: JsonObject, place: Place, problems: ProblemCollector): { readonly name?: Named } {
  const name = checkName(object, place, NAME, problems);
  return name === undefined ? {} : { name: { name, place: place.at("name") } };
}
