import { copyJson, isArray, isObject } from "../json/value.ts";
import { FIELD_LEVELS } from "../loss-levels.ts";
import type { ClientTool } from "../model/dialect.ts";
import type { Json } from "../model/json.ts";
import type { FunctionFields, HostedFields, ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { toolPlace } from "../tool-place.ts";
import { sourceDialect, type TargetWithSources } from "./source.ts";

/** A target, and whether it has a tool search. */
export interface ClientToolTarget extends TargetWithSources {
  readonly toolSearch?: boolean;
}

/**
 * Replaces tools that a vendor defines and the client runs (a shell, an editor, a tool search) by functions, for
 * targets that do not have them: the client runs them all the same.
 */
export function clientToolsAsFunctions(
  tools: readonly ToolFields[],
  target: ClientToolTarget,
  report: Report,
): readonly ToolFields[] {
  if (!tools.some((tool) => functionFor(tool, target) !== undefined)) return tools;
  const taken = new Set(tools.flatMap((tool) => (tool.type === "hosted" ? [] : [tool.name])));
  return tools.map((tool) => {
    const own = functionFor(tool, target);
    return own === undefined || tool.type !== "hosted" ? tool : asFunction(tool, own, taken, report);
  });
}

function functionFor(tool: ToolFields, target: ClientToolTarget): ClientTool | undefined {
  if (tool.type !== "hosted") return undefined;
  const { dialect, toolSearch } = target;
  const source = sourceDialect(tool, target);
  const known = source === dialect && (toolSearch !== false || tool.vendorType !== dialect.profile.clientSearch);
  return known ? undefined : source?.clientTool?.(tool);
}

function asFunction(tool: HostedFields, own: ClientTool, taken: Set<string>, report: Report): FunctionFields {
  const { description, inputSchema, settings = [], fields = {}, ownCalls } = own;
  report.on(toolPlace(tool)).change("client-tool-to-function", own.name);
  const covered = new Set([...settings, ...Object.values(fields)]);
  for (const [key, value] of Object.entries(tool.settings))
    if (!covered.has(key) && isSet(value)) report.on(toolPlace(tool)).at(key).loseField(FIELD_LEVELS.settings);
  const read = Object.entries(fields).flatMap(([field, key]) =>
    isSet(tool.settings[key]) ? [[field, copyJson(tool.settings[key] ?? null)] as const] : [],
  );
  return {
    description,
    ...Object.fromEntries(read),
    type: "function",
    name: freeName(own.name, taken),
    inputSchema: copyJson(inputSchema),
    ...(ownCalls === true ? { builtIn: tool.vendorType } : {}),
    ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }),
    origin: originOf(tool, fields),
  } as FunctionFields;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let copy = 2; taken.has(free); copy++) free = `${name}_${copy}`;
  taken.add(free);
  return free;
}

// Fields without a place in the source are reported at the tool.
function originOf(
  { origin }: HostedFields,
  fields: Readonly<Record<string, string>>,
): NonNullable<FunctionFields["origin"]> {
  const places = Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, `/${key}`]));
  const whole = { name: "", description: "", inputSchema: "", strict: "" };
  return { dialect: "", path: "", ...origin, fields: { ...whole, ...places } };
}

function isSet(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  return !(isArray(value) && value.length === 0) && !(isObject(value) && Object.keys(value).length === 0);
}
