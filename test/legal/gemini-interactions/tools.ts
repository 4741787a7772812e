import type { Place } from "../place.ts";
import { checkFields, words } from "./fields.ts";

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/; // B3
const MODES = words("auto any none validated");
const BUILT_IN = words(
  "google_search url_context code_execution computer_use file_search google_maps mcp_server retrieval",
);

/** `Tool`. */
export function checkTools(root: Place): void {
  const tools = root.at("tools");
  if (!tools.isOptional("array", "tools")) return;
  const seen = new Set<string>();
  for (const tool of tools.items()) {
    tool.at("type").oneOf(["function", ...BUILT_IN], "tool-type");
    if (tool.at("type").value !== "function") continue;
    checkFields(tool, words("type name description parameters"));
    const name = tool.at("name").text;
    tool.at("name").badIf(!NAME.test(name), "tool-name", "Invalid function name");
    tool.at("name").badIf(seen.has(name), "tool-unique", "Duplicate function declaration found");
    seen.add(name);
    tool.at("description").isOptional("string", "tool-description");
    tool.at("parameters").isOptional("object", "tool-parameters");
  }
}

/** `tool_choice`: a mode, or the functions that may be called. */
export function checkChoice(choice: Place, tools: Place): void {
  if (!choice.exists) return;
  if (typeof choice.value === "string") {
    choice.oneOf(MODES, "tool-choice");
    return;
  }
  if (!choice.is("object", "tool-choice")) return;
  checkFields(choice, ["allowed_tools"]);
  const allowed = choice.at("allowed_tools");
  if (!allowed.is("object", "tool-choice")) return;
  checkFields(allowed, ["mode", "tools"]);
  if (allowed.at("mode").exists) allowed.at("mode").oneOf(MODES, "tool-choice");
  const names = new Set(tools.items().map((tool) => tool.at("name").text));
  for (const name of allowed.at("tools").items())
    name.badIf(!names.has(name.text), "allowed-name", "is not among the tools");
}
