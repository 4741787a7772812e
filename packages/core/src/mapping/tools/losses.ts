// Reports what is lost when a tool is written: fields without a place in the target, unknown fields of the source,
// whole tools.

import { isObject } from "../../json/value.ts";
import { fieldLevel, levelOf, UNKNOWN_SETTINGS, unknownFieldLevel } from "../../loss-levels.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolBase, ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { extrasOf, groupOf, hasOnlyFields, isPointer, type Notes, notesOf } from "../extras.ts";
import type { FieldMapping } from "../field-mapping.ts";
import type { Layout } from "../layout.ts";

/** Reports every canonical field of a tool that a layout has no place for, and the extras of other dialects. */
export function loseToolFields(layout: Layout, tool: ToolFields, report: Report): void {
  for (const field in tool) {
    if (layout.placed.has(field) || STRUCTURE.has(field)) continue;
    const value: unknown = tool[field as keyof ToolFields];
    if (value === undefined) continue;
    if (value === SAME_AS_ABSENT[field]) toolFieldReport(tool, field, report).change("default-field");
    else toolFieldReport(tool, field, report).loseField(fieldLevel(field));
  }
  loseExtras(layout.dialect, tool, report);
}

/** Canonical field → the value that a dialect without the field behaves as if it had. */
const SAME_AS_ABSENT: Readonly<Record<string, Json>> = { strict: false, deferLoading: false, namespaceDescription: "" };

/** Reports the extras of other dialects, of a tool and of its group. */
export function loseExtras(dialect: string, tool: ToolBase, report: Report): void {
  for (const owner in tool.extras) {
    if (owner === dialect) continue;
    const path = tool.origin?.path ?? "";
    const extras = extrasOf(tool, owner);
    loseFields(extras, path, report);
    if (hasOnlyFields(extras)) continue;
    const { group, ...notes } = notesOf(extras);
    reportLayoutNotes(notes, path, report);
    if (group === undefined) continue;
    loseFields(group.extras, group.path, report);
    reportLayoutNotes(notesOf(group.extras), group.path, report);
  }
}

function loseFields(extras: JsonObject, path: string, report: Report): void {
  for (const key in extras)
    if (isPointer(key)) reportAt(report, path + key).loseField(unknownFieldLevel(UNKNOWN_SETTINGS, key));
}

// Empty values, unusual places and left-out fields belong to the source's layout, which another dialect does not keep.
function reportLayoutNotes({ silent, absent, at }: Notes, path: string, report: Report): void {
  for (const [pointer, value] of Object.entries(silent)) {
    // That an empty schema means none was reported when it was read.
    if (!isObject(value)) reportAt(report, path + pointer).change("null-field");
  }
  for (const pointer of absent)
    if (silent[pointer] === undefined) reportAt(report, path + pointer).change("default-layout");
  if (Object.keys(at).length > 0) reportAt(report, path).change("default-layout");
}

/** Reports that a whole tool is left out. */
export function loseTool(tool: ToolFields, report: Report): undefined {
  const feature = tool.type === "hosted" ? tool.vendorType : tool.type;
  reportAt(report, tool.origin?.path ?? "").lose("tool", { feature });
}

/** Reports that a group is left out, because all of its tools were. */
export function loseGroup(feature: string, report: Report): [] {
  report.lose("tool", { feature });
  return [];
}

/** The items of a list that a dialect supports for a tool of another dialect; the others are reported. */
export function supportedItems(
  mapping: FieldMapping,
  items: readonly Json[],
  report: Report,
): readonly Json[] | undefined {
  const { item } = mapping;
  if (item === undefined || items.every(item)) return items;
  const supported = items.filter(item);
  if (supported.length === 0) report.loseField(levelOf("allowedCallers"));
  else for (const [index, value] of items.entries()) if (!item(value)) loseItem(value, report.at(index));
  return supported.length === 0 ? undefined : supported;
}

/** The report at a place of the source. */
export function reportAt(report: Report, pointer: string): Report {
  return report.on(Place.root.below(pointer));
}

// A namespace is written into the name if the target has none, and schemas are lowered before a codec sees them.
const STRUCTURE: ReadonlySet<string> = new Set([
  "type",
  "name",
  "namespace",
  "inputSchema",
  "format",
  "extras",
  "origin",
  "builtIn",
]);

/** The report at a field of a tool, or of the group that it stands in. */
export function toolFieldReport(tool: ToolFields, field: string, report: Report): Report {
  const group = groupOf(tool, tool.origin?.dialect ?? "");
  const pointer = group?.fields?.[field];
  return group === undefined || pointer === undefined
    ? report.field(tool, field)
    : reportAt(report, group.path + pointer);
}

function loseItem(value: Json, report: Report): void {
  report.loseField(levelOf("allowedCallers"), typeof value === "string" ? { feature: value } : {});
}
