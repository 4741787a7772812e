import type { Json } from "../../model/json.ts";
import type { ToolBase, ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { groupOf, notesOf } from "./extras.ts";
import type { Form } from "./form.ts";
import type { Rule } from "./rule.ts";

/** Reports every canonical field of a tool that a form has no place for, and all that only other dialects know. */
export function loseRest(form: Form, tool: ToolFields, report: Report): void {
  for (const field of Object.keys(tool)) {
    const value: unknown = tool[field as keyof ToolFields];
    if (STRUCTURE.has(field) || form.rules.has(field) || form.inGroup.has(field) || value === undefined) continue;
    // Not to be strict is what a dialect without a strict mode does anyway.
    if (field === "strict" && value === false) continue;
    fieldReport(tool, field, report).lose("field");
  }
  loseExtras(form.dialect, tool, report);
}

/** Reports what only other dialects know of a tool, and of the group that it stood in. */
export function loseExtras(dialect: string, tool: ToolBase, report: Report): void {
  if (tool.extras === undefined) return;
  for (const [owner, extras] of Object.entries(tool.extras)) {
    if (owner === dialect) continue;
    const { pointers, group } = notesOf(extras);
    for (const pointer of Object.keys(pointers)) placed(report, (tool.origin?.path ?? "") + pointer).lose("field");
    if (group === undefined) continue;
    for (const pointer of Object.keys(notesOf(group.extras).pointers))
      placed(report, group.path + pointer).lose("field");
  }
}

/** Reports that a whole tool is left out. */
export function loseTool(tool: ToolFields, report: Report): undefined {
  const feature = tool.type === "hosted" ? tool.vendorType : tool.type;
  placed(report, tool.origin?.path ?? "").lose("tool", { feature });
}

/** Reports that a group is left out, because every one of its tools was. */
export function loseGroup(feature: string, report: Report): [] {
  report.lose("tool", { feature });
  return [];
}

/** What of a list a dialect can say of a tool from elsewhere; every item that it cannot is reported. */
export function sayable(rule: Rule, items: readonly Json[], report: Report): readonly Json[] | undefined {
  const { item } = rule;
  if (item === undefined || items.every(item)) return items;
  const said = items.filter(item);
  if (said.length === 0) report.lose("field");
  else for (const [index, value] of items.entries()) if (!item(value)) loseItem(value, report.at(index));
  return said.length === 0 ? undefined : said;
}

/** The same report at a place of the source. */
export function placed(report: Report, pointer: string): Report {
  return report.on(Place.root.below(pointer));
}

// The name says the namespace where the target has none, and schemas are lowered before a codec sees them.
const STRUCTURE: ReadonlySet<string> = new Set([
  "type",
  "name",
  "namespace",
  "inputSchema",
  "format",
  "extras",
  "origin",
]);

function fieldReport(tool: ToolFields, field: string, report: Report): Report {
  const group = groupOf(tool, tool.origin?.dialect ?? "");
  const pointer = group?.fields?.[field];
  return group === undefined || pointer === undefined
    ? report.field(tool, field)
    : placed(report, group.path + pointer);
}

function loseItem(value: Json, report: Report): void {
  report.lose("field", typeof value === "string" ? { feature: value } : {});
}
