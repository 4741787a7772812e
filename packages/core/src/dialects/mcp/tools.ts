import { expectObject } from "../../mapping/expect.ts";
import { list, object, schema, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { loseTool } from "../../mapping/tools/losses.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { McpTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => decodeTool(tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => encodeTool(draft, report));
}

const FUNCTION = defineLayout<PointerIn<McpTool>>({
  dialect: "mcp",
  fields: {
    name: text("/name"),
    title: text("/title"),
    description: text("/description"),
    icons: list("/icons"),
    inputSchema: schema("/inputSchema"),
    outputSchema: schema("/outputSchema"),
    annotations: object("/annotations"),
    meta: object("/_meta"),
  },
});

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an MCP tool object", report);
  return readFunction(FUNCTION, tool, report);
}

function encodeTool(draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(FUNCTION, { tool, draft }, report);
  return loseTool(tool, report);
}
