import { toolFieldReport } from "../mapping/tools/losses.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";

/** The longest description of a namespace that its tools repeat, in characters; a longer one is lost. */
const LONGEST = 500;

/** Adds the description of its namespace to that of a tool, for targets without namespaces. */
export function describeNamespace(tool: ToolFields, report: Report): ToolFields {
  if (tool.type === "hosted" || !tool.namespaceDescription) return tool;
  const { namespaceDescription: about, ...rest } = tool;
  if (about.length > LONGEST) return tool;
  toolFieldReport(tool, "namespaceDescription", report).change("namespace-to-description");
  const description = [tool.description, `${tool.namespace}: ${about}`].filter(Boolean).join("\n\n");
  return { ...rest, description };
}
