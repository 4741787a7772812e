import type { Place } from "../place.ts";
import { EXTRA } from "./extra.ts";
import type { ModelFacts } from "./models.ts";

const NAME = /^[a-zA-Z0-9_-]{1,128}$/; // A5.1

// A5.1.
const CUSTOM_FIELDS: readonly string[] =
  `type name description input_schema strict cache_control eager_input_streaming defer_loading allowed_callers
  input_examples`.split(/\s+/);

// The name that goes with each family of types; toolsets have none.
const FAMILIES: readonly (readonly [type: RegExp, name?: string])[] = [
  [/^bash_\d{8}$/, "bash"],
  [/^text_editor_(20241022|20250124)$/, "str_replace_editor"],
  [/^text_editor_\d{8}$/, "str_replace_based_edit_tool"],
  [/^memory_\d{8}$/, "memory"],
  [/^computer_\d{8}$/, "computer"],
  [/^web_search_\d{8}$/, "web_search"],
  [/^web_fetch_\d{8}$/, "web_fetch"],
  [/^code_execution_\d{8}$/, "code_execution"],
  [/^tool_search_tool_regex(_\d{8})?$/, "tool_search_tool_regex"],
  [/^tool_search_tool_bm25(_\d{8})?$/, "tool_search_tool_bm25"],
  [/^advisor_\d{8}$/, "advisor"],
  [/^(computer|browser)_toolset_\d{8}$/],
  [/^mcp_toolset$/],
];

export function checkTools(tools: Place): void {
  if (!tools.isOptional("array", "tools")) return;
  const all = tools.items();
  for (const tool of all) checkTool(tool);
  checkNames(all);
  const deferred = all.length > 0 && all.every((tool) => tool.at("defer_loading").value === true);
  tools.badIf(deferred, "tools-deferred", "At least one tool must have defer_loading=false");
  const strict = all.filter((tool) => tool.at("strict").value === true).length;
  tools.badIf(strict > 20, "tools-strict", `Too many strict tools (${strict})`);
}

function checkTool(tool: Place): void {
  const type = tool.at("type");
  if (!type.exists || type.value === "custom") checkCustom(tool);
  else checkDefined(tool);
}

// A5.2.
function checkDefined(tool: Place): void {
  const type = tool.at("type");
  const family = FAMILIES.find(([pattern]) => pattern.test(type.text));
  type.badIf(family === undefined, "tool-type", "is not a type of tool");
  if (family?.[1] !== undefined) tool.at("name").oneOf([family[1]], "tool-fixed-name");
}

function checkCustom(tool: Place): void {
  tool.onlyKeys(CUSTOM_FIELDS, "tool-field", EXTRA);
  const name = tool.at("name");
  name.badIf(!NAME.test(name.text), "tool-name", `String should match pattern ${NAME.source}`);
  tool.at("description").isOptional("string", "tool-description");
  if (tool.at("input_schema").is("object", "tool-schema"))
    tool.at("input_schema").at("type").oneOf(["object"], "tool-schema");
}

function checkNames(tools: readonly Place[]): void {
  const seen = new Set<string>();
  for (const name of tools.map((tool) => tool.at("name")).filter(({ exists }) => exists)) {
    name.badIf(seen.has(name.text), "tool-unique", "Tool names must be unique.");
    seen.add(name.text);
  }
}

/** The names that `tools` declares, or undefined if a toolset has names that are not listed. */
export function declaredNames(root: Place): ReadonlySet<string> | undefined {
  const tools = root.at("tools").items();
  if (root.at("mcp_servers").exists || tools.some((tool) => /toolset/.test(tool.at("type").text))) return undefined;
  return new Set(tools.map((tool) => tool.at("name").text));
}

// A6.
export function checkChoice(root: Place, facts: ModelFacts | undefined): void {
  const choice = root.at("tool_choice");
  if (!choice.exists) return;
  const type = choice.at("type");
  type.oneOf(["auto", "any", "tool", "none"], "choice-type");
  const fields = { none: ["type"], tool: ["type", "name", "disable_parallel_tool_use"] };
  const known = fields[type.text as "none" | "tool"] ?? ["type", "disable_parallel_tool_use"];
  choice.onlyKeys(known, "choice-field", EXTRA);
  choice.at("disable_parallel_tool_use").isOptional("boolean", "choice-parallel");
  const tools = root.at("tools").items().length > 0 || root.at("mcp_servers").exists;
  choice.badIf(!tools, "choice-tools", "tool_choice may only be specified while providing tools");
  checkForced(root, facts);
  checkNamed(root);
}

function checkForced(root: Place, facts: ModelFacts | undefined): void {
  const type = root.at("tool_choice").at("type");
  if (type.text !== "any" && type.text !== "tool") return;
  type.badIf(facts?.rejectsForcedChoice === true, "choice-model", "this model does not take a forced tool_choice");
  const thinks = root.at("thinking").at("type").text === "enabled";
  type.badIf(thinks, "choice-thinking", "Thinking may not be enabled when tool_choice forces tool use.");
}

function checkNamed(root: Place): void {
  const name = root.at("tool_choice").at("name");
  if (root.at("tool_choice").at("type").text !== "tool" || !name.is("string", "choice-name")) return;
  const names = declaredNames(root);
  name.badIf(names?.has(name.text) === false, "choice-name", `Tool '${name.text}' not found in provided tools`);
}
