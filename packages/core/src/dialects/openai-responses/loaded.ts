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

/** Tools that items load, with their places. */
interface LoadedList {
  readonly wire: Json[];
  readonly places: Place[];
  /** The place of the first list. */
  readonly place?: Place;
}

/** The tools that the items of a conversation load and the request does not declare. */
export function loadedIn(input: readonly Json[], declared: readonly Json[], report: Report): LoadedList {
  const [wire, places]: [Json[], Place[]] = [[], []];
  const first = input.findIndex((item) => toolsIn(item) !== undefined);
  if (first === -1) return { wire, places };
  const known = new Set(declared.flatMap(keysOf));
  for (const [index, item] of input.entries()) {
    for (const [position, tool] of (toolsIn(item) ?? []).entries()) {
      const keys = keysOf(tool);
      if (keys.length > 0 ? keys.every((key) => known.has(key)) : isGroup(tool)) continue;
      const added = unknownOf(tool, known);
      for (const key of keys) known.add(key);
      wire.push(added);
      places.push(report.at(index).at("tools").at(position).place);
    }
  }
  return { wire, places, place: report.at(first).at("tools").place };
}

// The tools of a namespace that are not known yet.
function unknownOf(tool: Json, known: ReadonlySet<string>): Json {
  if (!isGroup(tool)) return tool;
  const tools = tool.tools.filter((member) => !known.has(nameIn(tool, member)));
  return tools.length === tool.tools.length ? tool : { ...tool, tools };
}

function namesOf(tool: Json): string[] {
  if (isGroup(tool)) return tool.tools.map((member) => nameIn(tool, member));
  if (!isObject(tool)) return [];
  return typeof tool.name === "string" ? [tool.name] : [];
}

function isGroup(tool: Json): tool is JsonObject & { readonly tools: readonly Json[] } {
  return isObject(tool) && isArray(tool.tools);
}

// Hosted tools have no names; a request has one of each type. What has neither cannot be read, which is reported where tools are.
function keysOf(tool: Json): string[] {
  if (!isObject(tool) || tool.name !== undefined || isGroup(tool)) return namesOf(tool);
  return typeof tool.type === "string" ? [`type ${tool.type}`] : [];
}

function nameIn(group: JsonObject, member: Json): string {
  return `${String(group.name)}.${isObject(member) ? String(member.name) : ""}`;
}
