// Reading and writing custom tools (tools that take free text) by a layout.

import type { FastFunctions } from "../../fast/functions.ts";
import { copyJson } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CustomFields, CustomFormat, ToolDraft } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectName } from "../expect.ts";
import { extrasOf } from "../extras.ts";
import { defineLayout, type Layout, type LayoutSpec } from "../layout.ts";
import { type Reading, readLayout } from "../read.ts";
import { writeLayout } from "../write.ts";
import { loseToolFields } from "./losses.ts";
import { toolOrigin } from "./origin.ts";

/** The layout of a custom tool, and the same without its format, for unknown formats. */
export interface CustomLayout {
  readonly whole: Layout;
  readonly opaque: Layout;
}

/** Prepares the layout of a custom tool; each part of its format has a field mapping of its own. */
export function defineCustomLayout<Pointer extends string>(spec: LayoutSpec<Pointer>): CustomLayout {
  const rules = Object.entries(spec.fields).filter(([field]) => !field.startsWith("format"));
  return { whole: defineLayout(spec), opaque: defineLayout({ ...spec, fields: Object.fromEntries(rules) }) };
}

/** Reads a custom tool by its layout. */
export function readCustom(layout: CustomLayout, wire: JsonObject, report: Report): CustomFields {
  const { reading, format } = readFormat(layout, wire, report.fast);
  const { name, formatType, formatSyntax, formatDefinition, ...fields } = reading.values;
  const tool = { ...fields, name: expectName(name, "a custom tool", report), ...format };
  return { ...tool, type: "custom", ...toolOrigin(layout.whole.dialect, reading, report) };
}

/** Writes a custom tool by a layout, and reports the fields that the layout has no place for. */
export function writeCustom(layout: CustomLayout, { tool, name }: ToolDraft<CustomFields>, report: Report): JsonObject {
  loseToolFields(layout.whole, tool, report);
  const { allowedCallers } = tool;
  const values = { ...tool, name, ...partsOf(tool.format), allowedCallers: allowedCallers && copyJson(allowedCallers) };
  const extras = extrasOf(tool, layout.whole.dialect);
  return writeLayout(layout.whole, { values, extras }, report.fast);
}

function readFormat(
  layout: CustomLayout,
  wire: JsonObject,
  fast: FastFunctions,
): { reading: Reading; format: { format?: CustomFormat } } {
  const reading = readLayout(layout.whole, wire, fast);
  const { formatType: type, formatSyntax: syntax, formatDefinition: definition } = reading.values;
  if (type === "text" && syntax === undefined && definition === undefined)
    return { reading, format: { format: { type } } };
  if (type === "grammar" && typeof syntax === "string" && typeof definition === "string") {
    return { reading, format: { format: { type, syntax, definition } } };
  }
  return { reading: readLayout(layout.opaque, wire, fast), format: {} };
}

function partsOf(format: CustomFormat | undefined): Record<string, Json> {
  if (format === undefined) return {};
  if (format.type === "text") return { formatType: format.type };
  return { formatType: format.type, formatSyntax: format.syntax, formatDefinition: format.definition };
}
