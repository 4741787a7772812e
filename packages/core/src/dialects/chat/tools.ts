import { expectObject } from "../../mapping/expect.ts";
import { type FieldMapping, filledArgumentsSchema, flag, text } from "../../mapping/field-mapping.ts";
import type { Layout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { type CustomLayout, readCustom, writeCustom } from "../../mapping/tools/custom.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { type HostedTools, readHosted, writeHosted } from "../../mapping/tools/hosted.ts";
import { loseTool } from "../../mapping/tools/losses.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { ChatFunctionDefinition, ChatFunctionTool } from "./wire.ts";

/** How one dialect of the family lays out its tools. */
export interface ChatToolLayouts {
  /** What is expected of an entry of `tools`, for error messages. */
  readonly expected: string;
  readonly function: Layout;
  /** Absent where the dialect has no tools that take free text. */
  readonly custom?: CustomLayout;
  readonly hosted: HostedTools;
}

/** Binds the family's tool codec to the layouts of one dialect. */
export function chatTools(layouts: ChatToolLayouts): ToolCodec {
  return {
    decode: (wire, report) => wire.map((tool, index) => decodeTool(layouts, tool, report.at(index))),
    encode: (drafts, report) => encodeEach(drafts, (draft) => encodeTool(layouts, draft, report)),
  };
}

/** The fields of a function, in its wrapping and without. */
export const FUNCTION_FIELDS: Readonly<
  Record<string, FieldMapping<PointerIn<ChatFunctionTool | ChatFunctionDefinition>>>
> = {
  name: text("/function/name", "/name"),
  description: text("/function/description", "/description"),
  strict: flag("/function/strict", "/strict"),
  inputSchema: filledArgumentsSchema("/function/parameters", "/parameters"),
};

function decodeTool(layouts: ChatToolLayouts, wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, layouts.expected, report);
  if (tool.type === "custom" && layouts.custom !== undefined) return readCustom(layouts.custom, tool, report);
  if (typeof tool.type !== "string" || tool.type === "function") return readFunction(layouts.function, tool, report);
  const { type, ...settings } = tool;
  return readHosted(layouts.hosted, { vendorType: tool.type, settings }, report);
}

function encodeTool(layouts: ChatToolLayouts, draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(layouts.function, { tool, draft }, report);
  if (tool.type === "custom")
    return layouts.custom ? writeCustom(layouts.custom, { ...draft, tool }, report) : loseTool(tool, report);
  const own = writeHosted(layouts.hosted, tool, report);
  return own && { type: own.vendorType, ...own.settings };
}
