import { isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { withGroup } from "../../mapping/extras.ts";
import { argumentsSchema, flag, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { readHosted, writeHosted } from "../../mapping/tools/hosted.ts";
import { loseTool } from "../../mapping/tools/losses.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FunctionFields, ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { cacheMarkIn, cachePointOf } from "./cache-points.ts";
import { hosted } from "./hosted.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  const tools: ToolFields[] = [];
  for (const [index, entry] of wire.entries()) {
    const last = tools.at(-1);
    const marked = last && withCacheMark(last, entry, report.at(index));
    if (marked === undefined) tools.push(decodeTool(entry, report.at(index)));
    else tools[tools.length - 1] = marked;
  }
  return tools;
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => encodeTool(draft, report));
}

const DIALECT = "bedrock";

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html */
const TOOL_SPEC = defineLayout<string>({
  dialect: DIALECT,
  fields: {
    name: text("/toolSpec/name"),
    // "Member must have length greater than or equal to 1"
    description: { ...text("/toolSpec/description"), is: isFilled, emptyValue: "" },
    inputSchema: argumentsSchema("/toolSpec/inputSchema/json"),
    strict: flag("/toolSpec/strict"),
  },
  inGroup: ["cacheControl"],
});

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an entry of toolConfig.tools", report);
  const { systemTool } = tool;
  if (!isObject(systemTool))
    return tool.cachePoint === undefined ? readFunction(TOOL_SPEC, tool, report) : lonePoint(tool, report);
  return readHosted(hosted, { vendorType: String(systemTool.name), settings: tool }, report);
}

// A cache point that is after no function.
function lonePoint(tool: JsonObject, report: Report): ToolFields {
  return readHosted(hosted, { vendorType: "cachePoint", settings: tool }, report);
}

function withCacheMark(tool: ToolFields, entry: Json, report: Report): FunctionFields | undefined {
  const cacheControl = cacheMarkIn(entry);
  if (cacheControl === undefined || tool.type !== "function" || tool.cacheControl !== undefined) return undefined;
  const group = { path: report.place.pointer, fields: { cacheControl: "/cachePoint" }, extras: {} };
  return withGroup({ ...tool, cacheControl }, DIALECT, group);
}

function encodeTool(draft: ToolDraft, report: Report): JsonObject | readonly JsonObject[] | undefined {
  const { tool } = draft;
  if (tool.type === "custom") return loseTool(tool, report);
  if (tool.type === "hosted") return writeHosted(hosted, tool, report)?.settings;
  const spec = writeFunction(TOOL_SPEC, { tool: describedTool(tool, report), draft }, report);
  const { cacheControl } = tool;
  if (cacheControl === undefined) return spec;
  return [spec, cachePointOf(cacheControl, () => report.field(tool, "cacheControl"))];
}

function describedTool(tool: FunctionFields, report: Report): FunctionFields {
  if (tool.description === undefined || isFilled(tool.description)) return tool;
  report.field(tool, "description").change("empty-field");
  const { description: _, ...rest } = tool;
  return rest;
}

function isFilled(value: Json): boolean {
  return typeof value === "string" && value.trim() !== "";
}
