import { isArray, isObject } from "../../json/value.ts";
import type { LoadedTool } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** The items that load tools: those that the developer adds, and those that a search has found. */
const LOADING: ReadonlySet<Json | undefined> = new Set(["additional_tools", "tool_search_output"]);

/** The tools that an item loads; `undefined` for other items. */
export function toolsIn(item: Json): readonly Json[] | undefined {
  return isObject(item) && LOADING.has(item.type) && isArray(item.tools) ? item.tools : undefined;
}

/** Describes loaded tools in text, for dialects without such items. */
export function loadedText(tools: readonly Json[]): string {
  const names = tools.flatMap(namesOf);
  return names.length === 0 ? "[No tools found]" : `[Tools loaded: ${names.join(", ")}]`;
}

/** The names of loaded tools. */
export function loadedTools(tools: readonly Json[]): LoadedTool[] {
  return tools.filter(isObject).flatMap((tool): LoadedTool[] => {
    if (!isArray(tool.tools)) return typeof tool.name === "string" ? [{ name: tool.name }] : [];
    const namespace = String(tool.name);
    const members = tool.tools.filter(isObject);
    return members.flatMap(({ name }) => (typeof name === "string" ? [{ name, namespace }] : []));
  });
}

/** The tools that the items of a conversation load and the request does not declare, with their places. */
export function loadedIn(
  input: readonly Json[],
  declared: readonly Json[],
  report: Report,
): { wire: Json[]; places: Place[] } {
  const [wire, places]: [Json[], Place[]] = [[], []];
  if (!input.some((item) => toolsIn(item) !== undefined)) return { wire, places };
  const known = new Set(declared.flatMap(namesOf));
  for (const [index, item] of input.entries()) {
    for (const [position, tool] of (toolsIn(item) ?? []).entries()) {
      const added = namesOf(tool).some((name) => !known.has(name)) ? unknownOf(tool, known) : undefined;
      if (added === undefined) continue;
      for (const name of namesOf(tool)) known.add(name);
      wire.push(added);
      places.push(report.at(index).at("tools").at(position).place);
    }
  }
  return { wire, places };
}

// The tools of a namespace that are not known yet.
function unknownOf(tool: Json, known: ReadonlySet<string>): Json {
  if (!isObject(tool) || !isArray(tool.tools)) return tool;
  const tools = tool.tools.filter((member) => !known.has(nameIn(tool, member)));
  return tools.length === tool.tools.length ? tool : { ...tool, tools };
}

function namesOf(tool: Json): string[] {
  if (!isObject(tool)) return [];
  if (isArray(tool.tools)) return tool.tools.map((member) => nameIn(tool, member));
  return typeof tool.name === "string" ? [tool.name] : [];
}

function nameIn(group: JsonObject, member: Json): string {
  return `${String(group.name)}.${isObject(member) ? String(member.name) : ""}`;
}
