// For dialects whose tools have a `type`: functions, custom tools and hosted tools in one list.

import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../expect.ts";
import type { Layout } from "../layout.ts";
import { type CustomLayout, readCustom, writeCustom } from "./custom.ts";
import { readFunction, writeFunction } from "./function.ts";
import { type HostedTools, readHosted, writeHosted } from "./hosted.ts";
import { loseTool } from "./losses.ts";

/** The layouts of a dialect's tools that are told apart by their `type`. */
export interface TypedTools {
  /** What is expected of an entry of `tools`, for error messages. */
  readonly expected: string;
  readonly function: Layout;
  /** The type of a function, if it is not `function`. It may also be absent. */
  readonly functionType?: string;
  /** Absent where the dialect has no tools that take free text. */
  readonly custom?: CustomLayout;
  readonly hosted: HostedTools;
}

/** Reads a tool by its type. */
export function readTyped(tools: TypedTools, wire: Json, report: Report): ToolFields {
  const { functionType = "function", custom } = tools;
  const tool = expectObject(wire, tools.expected, report);
  if (tool.type === "custom" && custom !== undefined) return readCustom(custom, tool, report);
  if (typeof tool.type !== "string" || tool.type === functionType) return readFunction(tools.function, tool, report);
  const { type, ...settings } = tool;
  return readHosted(tools.hosted, { vendorType: tool.type, settings }, report);
}

/** Writes a tool; one that the dialect does not have is lost. */
export function writeTyped(tools: TypedTools, draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(tools.function, { tool, draft }, report);
  if (tool.type === "custom")
    return tools.custom ? writeCustom(tools.custom, { ...draft, tool }, report) : loseTool(tool, report);
  const own = writeHosted(tools.hosted, tool, report);
  return own && { type: own.vendorType, ...own.settings };
}
