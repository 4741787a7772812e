import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { checkName, type Named, type ProblemCollector } from "../../schema/accept.ts";
import { checkCallers, NAME } from "./accept-fields.ts";

/** Whether a type is that of a tool that Anthropic defines. */
export function isDefined(type: Json): boolean {
  return DEFINED.has(type);
}

/** Checks a tool that Anthropic defines. */
export function checkDefined(tool: JsonObject, place: Place, problems: ProblemCollector): Named | undefined {
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

/** The name that each tool must have, `null` if it must have none: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference */
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

function checkDefinedName(tool: JsonObject, place: Place, problems: ProblemCollector): Named | undefined {
  const expected = DEFINED.get(tool.type);
  if (expected === null) {
    if (Object.hasOwn(tool, "name")) problems.error(place.at("name"), "tool-name", "A toolset has no name; remove it.");
    return undefined;
  }
  const name = checkName(tool, place, NAME, problems);
  if (name === undefined) return undefined;
  if (expected !== undefined && name !== expected) {
    problems.error(place.at("name"), "tool-name", `A tool of this type is called '${expected}'; rename it.`);
  }
  return { name, place: place.at("name") };
}
