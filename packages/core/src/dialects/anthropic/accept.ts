import { isArray, isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  checkFields,
  checkName,
  checkSchema,
  checkUnique,
  expectObject,
  type GrammarCost,
  grammarCost,
  type Named,
  type NameTable,
  ProblemCollector,
  requiredNames,
} from "../../schema/accept.ts";
import { NON_STRICT, STRICT } from "./accept-schema.ts";

/**
 * Reads tools against the rules of the Messages API.
 *
 * @example
 * accept([{ name: "now", input_schema: { type: "object" } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const read = tools.map((tool, index) => checkTool(tool, Place.root.at(index), problems));
  const named = read.flatMap(({ name }) => (name === undefined ? [] : [name]));
  checkUnique(named, { rule: "duplicate-name", message: "tools: Tool names must be unique; rename one." }, problems);
  checkDeferred(tools, problems);
  checkStrictTools(
    read.flatMap(({ cost }) => (cost === undefined ? [] : [cost])),
    problems,
  );
  return problems.all;
}

/** What is checked over all tools after each was checked by itself. */
interface ReadTool {
  readonly name?: Named;
  /** What a strict tool costs the grammar compiler. */
  readonly cost?: GrammarCost;
}

// https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
const NAME: NameTable = {
  pattern: /^[a-zA-Z0-9_-]+$/,
  maximum: 128,
  // The API takes 128, its documentation still says 64.
  portable: 64,
  message: "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'; rename it.",
};

const CALLERS: ReadonlySet<Json> = new Set([
  ...["direct", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"],
]);

const MAX_DEFERRED = 10_000;

/** Limits over all strict tools of a request, and where a single schema was seen not to compile. */
const STRICT_LIMITS = { tools: 20, optional: 24, unions: 16, optionalInOne: 13, unionsInOne: 16 };

// Anthropic-defined tools: the name that each must have, where the reference fixes one; null where it has none.
const DEFINED: ReadonlyMap<Json | undefined, string | null | undefined> = new Map([
  ["bash_20241022", "bash"],
  ["bash_20250124", "bash"],
  ["text_editor_20241022", "str_replace_editor"],
  ["text_editor_20250124", "str_replace_editor"],
  ["text_editor_20250429", "str_replace_based_edit_tool"],
  ["text_editor_20250728", "str_replace_based_edit_tool"],
  ["memory_20250818", "memory"],
  ["computer_toolset_20260801", null],
  ["browser_toolset_20260801", null],
  ["mcp_toolset", null],
  ...[
    ...["computer_20241022", "computer_20250124", "computer_20251124", "web_search_20250305", "web_search_20260209"],
    ...["web_search_20260318", "web_fetch_20250910", "web_fetch_20260209", "web_fetch_20260309", "web_fetch_20260318"],
    ...["code_execution_20250522", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"],
    ...["tool_search_tool_regex", "tool_search_tool_regex_20251119", "tool_search_tool_bm25"],
    ...["tool_search_tool_bm25_20251119", "advisor_20260301"],
  ].map((type): [string, undefined] => [type, undefined]),
]);

const NEEDED: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ["mcp_toolset", ["mcp_server_name"]],
  ["advisor_20260301", ["model"]],
  ["computer_20241022", ["display_width_px", "display_height_px"]],
  ["computer_20250124", ["display_width_px", "display_height_px"]],
  ["computer_20251124", ["display_width_px", "display_height_px"]],
]);

function checkTool(tool: Json, place: Place, problems: ProblemCollector): ReadTool {
  const malformed = { rule: "malformed-tool", message: "A tool must be an object." };
  const definition = expectObject(tool, place, malformed, problems);
  if (definition === undefined) return {};
  const { type } = definition;
  if (type === undefined || type === null || type === "custom") return checkCustom(definition, place, problems);
  if (DEFINED.has(type)) return checkDefined(definition, place, problems);
  const message = "The type of this tool is unknown here; leave it out for a tool of your own.";
  problems.error(place.at("type"), "tool-type", message);
  return {};
}

function checkCustom(tool: JsonObject, place: Place, problems: ProblemCollector): ReadTool {
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
  const schema = expectObject(tool.input_schema, at, missing, problems);
  if (schema === undefined) return undefined;
  const tree = checkSchema(schema, at, tool.strict === true ? STRICT : NON_STRICT, problems);
  if (tool.strict !== true) return undefined;
  const cost = grammarCost(tree);
  const isTooMuch = cost.optional >= STRICT_LIMITS.optionalInOne || cost.unions >= STRICT_LIMITS.unionsInOne;
  if (cost.unbounded || isTooMuch) problems.error(at, "schema-too-complex", TOO_COMPLEX);
  return cost;
}

// Refused below the stated limits, too: 24 optional properties and 16 unions in one schema.
const TOO_COMPLEX =
  "Schema is too complex for compilation. Try reducing the number of tools or simplifying tool schemas, or leave strict off.";

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

function checkCallers(tool: JsonObject, place: Place, problems: ProblemCollector): void {
  for (const [index, caller] of (isArray(tool.allowed_callers) ? tool.allowed_callers : []).entries()) {
    if (CALLERS.has(caller)) continue;
    const message = "The caller is unknown; use 'direct' or a version of code execution.";
    problems.error(place.at("allowed_callers").at(index), "unknown-caller", message);
  }
}

function checkDefined(tool: JsonObject, place: Place, problems: ProblemCollector): ReadTool {
  for (const field of NEEDED.get(tool.type) ?? []) {
    if (Object.hasOwn(tool, field)) continue;
    problems.error(place, "missing-field", `A tool of type ${String(tool.type)} needs '${field}'; add it.`);
  }
  for (const field of ["input_examples", "eager_input_streaming", "input_schema"]) {
    if (!Object.hasOwn(tool, field)) continue;
    problems.error(place.at(field), "misplaced-field", `'${field}' is for tools of your own only; remove it.`);
  }
  checkCallers(tool, place, problems);
  return checkDefinedName(tool, place, problems);
}

function checkDefinedName(tool: JsonObject, place: Place, problems: ProblemCollector): ReadTool {
  const expected = DEFINED.get(tool.type);
  if (expected === null) {
    if (Object.hasOwn(tool, "name")) problems.error(place.at("name"), "tool-name", "A toolset has no name; remove it.");
    return {};
  }
  const name = checkName(tool, place, NAME, problems);
  if (name === undefined) return {};
  if (expected !== undefined && name !== expected) {
    problems.error(place.at("name"), "tool-name", `A tool of this type is called '${expected}'; rename it.`);
  }
  return { name: { name, place: place.at("name") } };
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

function checkStrictTools(costs: readonly GrammarCost[], problems: ProblemCollector): void {
  const optional = costs.reduce((sum, cost) => sum + cost.optional, 0);
  const unions = costs.reduce((sum, cost) => sum + cost.unions, 0);
  const { tools, ...limits } = STRICT_LIMITS;
  if (costs.length > tools) {
    const message = `Too many strict tools (${costs.length}). The maximum number of strict tools supported is ${tools}.`;
    problems.error(Place.root, "too-many-strict-tools", message);
  }
  if (optional > limits.optional) {
    const message = `Schemas contains too many optional parameters (${optional}); reduce them or leave strict off (limit: ${limits.optional}).`;
    problems.error(Place.root, "too-many-optional", message);
  }
  if (unions > limits.unions) {
    const message = `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf); reduce them or leave strict off (limit: ${limits.unions}).`;
    problems.error(Place.root, "too-many-unions", message);
  }
}
