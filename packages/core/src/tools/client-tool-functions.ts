import { copyJson } from "../json/value.ts";
import { levelOf } from "../loss-levels.ts";
import { isEmptyValue } from "../mapping/foreign-extras.ts";
import type { AsClientTool, ClientTool } from "../model/dialect.ts";
import type { Json } from "../model/json.ts";
import type { FunctionFields, HostedFields, ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { toolPlace } from "../tool-place.ts";
import { type ClientTools, isForeignClientTool } from "./client-tools.ts";

/** The feature that turns the tools of vendors, by dialect, into functions. */
export function clientToolFunctions(definitions: Readonly<Record<string, AsClientTool>>): ClientTools {
  return {
    feature: "clientTools",
    definitions,
    asFunctions: (tools, target, report) => {
      const taken = new Set(tools.flatMap((tool) => (tool.type === "hosted" ? [] : [tool.name])));
      const replace = (tool: ToolFields): ToolFields => {
        if (!isForeignClientTool(tool, target)) return tool;
        const own = definitions[tool.origin?.dialect ?? ""]?.(tool);
        return own === undefined ? tool : asFunction(tool, own, taken, report);
      };
      return tools.map(replace);
    },
  };
}

function asFunction(tool: HostedFields, own: ClientTool, taken: Set<string>, report: Report): FunctionFields {
  const { description, inputSchema, settings = [], fields = {}, ownCalls } = own;
  report.on(toolPlace(tool)).change("client-tool-to-function", own.name);
  const covered = new Set([...settings, ...Object.values(fields)]);
  for (const [key, value] of Object.entries(tool.settings))
    if (!covered.has(key) && isSet(value)) report.on(toolPlace(tool)).at(key).loseField(levelOf("settings"));
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
  return value !== undefined && !isEmptyValue(value);
}
