import { expectObject } from "../../mapping/expect.ts";
import { argumentsSchema, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { readHosted, writeHosted } from "../../mapping/tools/hosted.ts";
import { loseTool } from "../../mapping/tools/losses.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import type { InteractionsFunctionFields } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => decodeTool(tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => encodeTool(draft, report));
}

const FUNCTION = defineLayout<PointerIn<InteractionsFunctionFields>>({
  dialect: "gemini-interactions",
  constants: { "/type": "function" },
  fields: {
    name: text("/name"),
    description: text("/description"),
    inputSchema: argumentsSchema("/parameters"),
  },
});

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an Interactions tool object", report);
  if (typeof tool.type !== "string" || tool.type === "function") return readFunction(FUNCTION, tool, report);
  const { type, ...settings } = tool;
  return readHosted(hosted, { vendorType: tool.type, settings }, report);
}

function encodeTool(draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(FUNCTION, { tool, draft }, report);
  if (tool.type === "custom") return loseTool(tool, report);
  const own = writeHosted(hosted, tool, report);
  return own && { type: own.vendorType, ...own.settings };
}
