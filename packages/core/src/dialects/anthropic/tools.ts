import { expectObject } from "../../mapping/expect.ts";
import { argumentsSchema, flag, list, object, text } from "../../mapping/field-mapping.ts";
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
import type { AnthropicTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => decodeTool(tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => encodeTool(draft, report));
}

const FUNCTION = defineLayout<PointerIn<AnthropicTool>>({
  dialect: "anthropic",
  optional: { "/type": "custom" },
  fields: {
    name: text("/name"),
    description: text("/description"),
    strict: flag("/strict"),
    inputSchema: argumentsSchema("/input_schema"),
    cacheControl: object("/cache_control"),
    deferLoading: flag("/defer_loading"),
    allowedCallers: { ...list("/allowed_callers"), item: isCaller },
    inputExamples: list("/input_examples"),
    eagerInputStreaming: flag("/eager_input_streaming"),
  },
});

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an Anthropic tool object", report);
  if (typeof tool.type !== "string" || tool.type === "custom") return readFunction(FUNCTION, tool, report);
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

function isCaller(caller: Json): boolean {
  return caller === "direct" || (typeof caller === "string" && caller.startsWith("code_execution_"));
}
