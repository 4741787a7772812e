import { relevantFacts } from "../../facts/relevant.ts";
import { isObject } from "../../json/value.ts";
import { groupOf } from "../../mapping/extras.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { nativeThinking } from "./thinking.ts";

/** Adapts a native request to what its model accepts. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  const shown = relevantFacts(request.model).resultMedia !== false || !request.messages.some(hasResultMedia);
  return nativeThinking(withoutMixed(shown ? request : copyRequest(request, {}), report), report);
}

function withoutMixed(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { tools } = request;
  if (tools === undefined || mixes(request)) return request;
  const entries = groupAdjacent(tools.drafts, ({ tool }) => groupOf(tool, "gemini")?.path ?? tool.origin?.path);
  const functions = entries.filter(hasFunction);
  if (functions.length === 0 || functions.length === entries.length) return request;
  for (const entry of entries)
    if (!hasFunction(entry)) report.on(tools.place).lose("model", { feature: typeOf(entry[0].tool) });
  const { place, reported } = tools;
  return copyRequest(request, { tools: { drafts: functions.flat(), place, reported } });
}

// A Tool object with an empty list of functions was read as a built-in of that name.
function hasFunction(drafts: readonly ToolDraft[]): boolean {
  return drafts.some(({ tool }) => tool.type === "function" || FUNCTIONS.includes(typeOf(tool)));
}

const FUNCTIONS: readonly string[] = ["functionDeclarations", "function_declarations"];

function hasResultMedia({ parts }: Message): boolean {
  return parts.some((part) => part.type === "result" && part.parts.some(({ type }) => type === "media"));
}

function typeOf(tool: ToolFields): string {
  return tool.type === "hosted" ? tool.vendorType : tool.type;
}

/** Whether a model takes functions beside built-in tools. */
export function mixes({ model }: CanonicalRequest): boolean {
  return relevantFacts(model).mixedTools !== false;
}

/** Whether functions stand beside built-in tools. */
export function isMixed(tools: readonly Json[]): boolean {
  const { length } = tools.filter(isFunctions);
  return length > 0 && length < tools.length;
}

function isFunctions(tool: Json): boolean {
  return isObject(tool) && tool.functionDeclarations !== undefined;
}

/** The tools that a model takes, from other dialects: older ones take built-in tools or functions, and not both. */
export function toolsFor(wire: readonly Json[], request: CanonicalRequest, report: Report): readonly Json[] {
  if (!isMixed(wire) || mixes(request)) return wire;
  const at = report.on(request.tools?.place ?? report.place);
  for (const tool of wire)
    if (isObject(tool) && !isFunctions(tool)) at.lose("model", { feature: Object.keys(tool)[0] ?? "tool" });
  return wire.filter(isFunctions);
}
