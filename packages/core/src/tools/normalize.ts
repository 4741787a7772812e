import { isArray, isEmptyObject, isObject } from "../json/value.ts";
import type { Dialect } from "../model/dialect.ts";
import type { JsonObject } from "../model/json.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { toolPlace } from "../tool-place.ts";

/** Removes fields that are null or an empty object: they mean nothing, and a schema of protocol buffers forbids them. */
export function withoutNulls(tool: ToolFields, dialect: Dialect, report: Report): ToolFields {
  const silent = tool.extras?.[dialect.id]?.silent;
  const annotations = tool.type === "function" ? tool.annotations : undefined;
  if (silent === undefined && (annotations === undefined || !hasNull(annotations))) return tool;
  const fields = nothingIn(isObject(silent) ? silent : {});
  const hints = nullsIn(annotations ?? {});
  for (const pointer of fields) report.on(toolPlace(tool).below(pointer)).change("null-field");
  for (const hint of hints) report.field(tool, "annotations").at(hint).change("null-field");
  const kept =
    hints.length === 0 || annotations === undefined
      ? tool
      : ({ ...tool, annotations: omit(annotations, hints) } as ToolFields);
  if (fields.length === 0 || !isObject(silent)) return kept;
  const own = { ...tool.extras?.[dialect.id], silent: omit(silent, fields) };
  return { ...kept, extras: { ...tool.extras, [dialect.id]: own } };
}

/** Legacy layouts are decoded, but only encoded in passthrough. A tool without a schema has no arguments. */
export function inDefaultLayout(tool: ToolFields, dialect: Dialect, report: Report): ToolFields {
  const extras = tool.extras?.[dialect.id];
  if (extras === undefined) return tool;
  const { at, absent, ...own } = extras;
  const missing = isArray(absent) ? absent : [];
  const kept = missing.filter((pointer) => pointer === tool.origin?.fields.inputSchema);
  if (at === undefined && kept.length === missing.length) return tool;
  report.on(toolPlace(tool)).change("default-layout");
  return { ...tool, extras: { ...tool.extras, [dialect.id]: kept.length === 0 ? own : { ...own, absent: kept } } };
}

function hasNull(object: JsonObject): boolean {
  for (const key in object) if (object[key] === null) return true;
  return false;
}

function nullsIn(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] === null);
}

function nothingIn(object: JsonObject): string[] {
  return Object.keys(object).filter((key) => object[key] === null || isEmptyObject(object[key]));
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
