import { factsOf } from "../../facts/index.ts";
import { isObject } from "../../json/value.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { nativeThinking } from "./thinking.ts";

/** Adapts a native request to what its model accepts. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  const shown = factsOf(request.model).resultMedia !== false || !request.messages.some(hasResultMedia);
  return nativeThinking(withoutMixed(shown ? request : copyRequest(request, {}), report), report);
}

function withoutMixed(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { tools } = request;
  if (tools === undefined || !isMixed(request) || mixes(request)) return request;
  return copyRequest(request, { tools: { ...tools, wire: toolsFor(request, report) ?? [] } });
}

function hasResultMedia({ parts }: Message): boolean {
  return parts.some((part) => part.type === "result" && part.parts.some(({ type }) => type === "media"));
}

/** Whether a model takes functions beside built-in tools. */
export function mixes({ model }: CanonicalRequest): boolean {
  return factsOf(model).mixedTools !== false;
}

/** Whether functions stand beside built-in tools. */
export function isMixed({ tools }: CanonicalRequest): boolean {
  const { length } = tools?.wire.filter(isFunctions) ?? [];
  return length > 0 && length < (tools?.wire.length ?? 0);
}

function isFunctions(tool: Json): boolean {
  return isObject(tool) && tool.functionDeclarations !== undefined;
}

/** The tools that a model takes: older ones take built-in tools or functions, and not both. */
export function toolsFor(request: CanonicalRequest, report: Report): readonly Json[] | undefined {
  const { tools } = request;
  if (tools === undefined || tools.wire.length === 0) return undefined;
  if (!isMixed(request) || mixes(request)) return tools.wire;
  for (const tool of tools.wire)
    if (isObject(tool) && !isFunctions(tool))
      report.on(tools.place).lose("model", { feature: Object.keys(tool)[0] ?? "tool" });
  return tools.wire.filter(isFunctions);
}
