import { customLayoutOf, readCustom, writeCustom } from "../../mapping/custom.ts";
import { expectObject } from "../../mapping/expect.ts";
import { filledArgumentsSchema, flag, text } from "../../mapping/field-mapping.ts";
import { readFunction, writeFunction } from "../../mapping/function.ts";
import { readHosted, writeHosted } from "../../mapping/hosted.ts";
import { layoutOf } from "../../mapping/layout.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { written } from "../../mapping/written.ts";
import type { ToolDraft } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import type { CustomTool, FlatCustomTool, FunctionDefinition, FunctionTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => decodeTool(tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return written(drafts, (draft) => encodeTool(draft, report));
}

const FUNCTION = layoutOf<PointerIn<FunctionTool | FunctionDefinition>>({
  dialect: "openai-chat",
  constants: { "/type": "function" },
  fields: {
    name: text("/function/name", "/name"),
    description: text("/function/description", "/description"),
    strict: flag("/function/strict", "/strict"),
    inputSchema: filledArgumentsSchema("/function/parameters", "/parameters"),
  },
});

const CUSTOM = customLayoutOf<PointerIn<CustomTool | FlatCustomTool>>({
  dialect: "openai-chat",
  constants: { "/type": "custom" },
  fields: {
    name: text("/custom/name", "/name"),
    description: text("/custom/description", "/description"),
    formatType: text("/custom/format/type", "/format/type"),
    formatSyntax: text("/custom/format/grammar/syntax", "/format/syntax"),
    formatDefinition: text("/custom/format/grammar/definition", "/format/definition"),
  },
});

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an OpenAI Chat tool object", report);
  if (tool.type === "custom") return readCustom(CUSTOM, tool, report);
  if (typeof tool.type !== "string" || tool.type === "function") return readFunction(FUNCTION, tool, report);
  const { type, ...settings } = tool;
  return readHosted(hosted, { vendorType: tool.type, settings }, report);
}

function encodeTool(draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(FUNCTION, { tool, draft }, report);
  if (tool.type === "custom") return writeCustom(CUSTOM, { ...draft, tool }, report);
  const own = writeHosted(hosted, tool, report);
  return own && { type: own.vendorType, ...own.settings };
}
