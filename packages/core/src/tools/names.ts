import { assignToolNames, distinctNames } from "../identity/tool-names.ts";
import type { Dialect } from "../model/dialect.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { toolPlace } from "../tool-place.ts";
import { describeNamespace } from "./describe-namespace.ts";

/** A tool, and its name in the target. */
export interface NamedTool {
  readonly tool: ToolFields;
  readonly name: string;
}

/** Gives every tool a name that the target accepts, with its namespace if the target has none, and reports the changed ones. */
export function nameTools(tools: readonly ToolFields[], dialect: Dialect, report: Report): NamedTool[] {
  const { toolFields, toolNames } = dialect.profile;
  const namespaces = toolFields.has("namespace") ? "keep" : "flatten";
  const named = (tool: ToolFields, name: string) => {
    if (name !== tool.name) report.field(tool, "name").change("tool-name", name);
    return { tool: namespaces === "keep" ? tool : describeNamespace(tool, report), name };
  };
  const taken = takenNames(tools, dialect);
  const distinct = distinctNames(tools.filter(isFunction), toolNames, taken);
  const callable = distinct === undefined ? withoutDuplicates(tools, report) : tools;
  const names = distinct ?? assignToolNames(callable.filter(isFunction), toolNames, { namespaces, taken });
  let next = 0;
  return callable.map((tool) => named(tool, (isFunction(tool) ? names[next++] : undefined) ?? tool.name));
}

function isFunction({ type }: ToolFields): boolean {
  return type !== "hosted";
}

function takenNames(tools: readonly ToolFields[], dialect: Dialect): Set<string> {
  return new Set(tools.map((tool) => hostedName(tool, dialect)).filter((name) => name !== undefined));
}

// A hosted tool's name is reserved if the target identifies hosted tools by name.
function hostedName(tool: ToolFields, { id, profile }: Dialect): string | undefined {
  if (tool.type !== "hosted" || profile.hostedNames === undefined) return undefined;
  const { name } = tool.settings;
  return tool.origin?.dialect === id && typeof name === "string" ? name : profile.hostedNames[tool.kind];
}

// If two tools have the same name, it is unclear which one a model calls.
function withoutDuplicates(tools: readonly ToolFields[], report: Report): ToolFields[] {
  const seen = new Set<string>();
  return tools.filter((tool) => {
    if (!isFunction(tool)) return true;
    const key = tool.namespace === undefined ? tool.name : JSON.stringify([tool.namespace, tool.name]);
    if (!seen.has(key)) return seen.add(key);
    const at = report.on(toolPlace(tool));
    at.attempt(
      () => at.fail("duplicate-name", `tool ${tool.name} is defined twice`),
      () => ({ place: at.place, name: tool.name }),
    );
    return false;
  });
}
