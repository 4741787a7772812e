import { relevantFacts } from "../../facts/relevant.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest, DeclaredTools } from "../../model/request.ts";
import type { ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { nativeThinking } from "./thinking.ts";

/** Adapts a native request to what its model accepts; the same request if nothing has to change. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  const tools = toolsFor(request, report);
  return nativeThinking(tools === request.tools ? request : copyRequest(request, { tools }), report);
}

/** The tools that a model takes: older ones take built-in tools or functions, and not both. */
export function toolsFor({ model, tools }: CanonicalRequest, report: Report): DeclaredTools | undefined {
  if (tools === undefined || relevantFacts(model).mixedTools !== false) return tools;
  const functions = tools.drafts.filter(({ tool }) => tool.type === "function");
  if (functions.length === 0 || functions.length === tools.drafts.length) return tools;
  for (const { tool } of tools.drafts)
    if (tool.type !== "function") report.on(tools.place).lose("model", { feature: typeOf(tool) });
  const { place, reported } = tools;
  return { drafts: functions, place, reported };
}

function typeOf(tool: ToolFields): string {
  return tool.type === "hosted" ? tool.vendorType : tool.type;
}
