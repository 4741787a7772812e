// Hosted tools run at the vendor (web search, code execution). Their settings are kept as they are for the vendor
// itself; a few kinds have an equivalent at other vendors.

import { type FastFunctions, NO_FAST_FUNCTIONS } from "../../fast/functions.ts";
import { copyJson } from "../../json/value.ts";
import { levelOf } from "../../loss-levels.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { HostedFields, HostedKind } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { notesOf } from "../extras.ts";
import { defineLayout, type Layout } from "../layout.ts";
import { getAt } from "../pointer.ts";
import { type Reading, readLayout } from "../read.ts";
import { writeLayout } from "../write.ts";
import { loseExtras, loseTool, reportAt } from "./losses.ts";
import { toolOrigin } from "./origin.ts";

/** The tools that a vendor defines itself. */
export interface HostedTools {
  readonly dialect: string;
  /** Prefix of a vendor's type → what that tool does: `web_search` covers `web_search_20250305`. */
  readonly kinds: Readonly<Record<string, HostedKind>>;
  /** Matches the types that no other vendor has, by which a created tool is recognized (`adoptHosted`). */
  readonly ownTypes?: RegExp;
  /** The type to write for a kind. */
  readonly types: Readonly<Partial<Record<HostedKind, string>>>;
  /** The layouts of the settings that several vendors have, for the kinds that can be translated. */
  readonly settings: Readonly<Partial<Record<HostedKind, Layout>>>;
}

/** The type of functions in other dialects: no vendor has a hosted tool of this type. */
const FUNCTION = "function";

/** The settings of a tool that was created with `createTool`. */
const SETTINGS = "/settings";

/** A hosted tool on its vendor's wire. */
export interface HostedWire {
  readonly vendorType: string;
  readonly settings: JsonObject;
}

/** Reads a hosted tool; its settings stay as they are. */
export function readHosted(hosted: HostedTools, wire: HostedWire, report: Report): HostedFields {
  if (wire.vendorType === FUNCTION)
    report.fail("wrong-dialect", "expected a tool of this dialect, but it is a function");
  const kind = kindOf(hosted, wire.vendorType) ?? "other";
  const reading = readSettings(hosted, kind, wire.settings, report.fast);
  return { type: "hosted", name: nameOf(wire), kind, ...wire, ...toolOrigin(hosted.dialect, reading, report) };
}

/** Reads the settings of a tool that was created with `createTool`, if its type is this vendor's. */
export function adoptHosted(hosted: HostedTools, tool: HostedFields): HostedFields | undefined {
  if (!hosted.ownTypes?.test(tool.vendorType)) return undefined;
  // Created tools are rare, so that no fast path is worth it.
  const { fields, extras } = readSettings(hosted, tool.kind, tool.settings, NO_FAST_FUNCTIONS);
  const below = ([key, pointer]: [string, string]) => [key, SETTINGS + pointer];
  const origin = {
    dialect: hosted.dialect,
    path: tool.origin?.path ?? "",
    fields: Object.fromEntries(Object.entries(fields).map(below)),
  };
  const own = Object.fromEntries(Object.entries(extras).map(([pointer, value]) => [SETTINGS + pointer, value]));
  return { ...tool, origin, extras: { ...tool.extras, [hosted.dialect]: own } };
}

/** Writes a hosted tool: unchanged for its own vendor, as the equivalent tool of another vendor, or not at all. */
export function writeHosted(hosted: HostedTools, tool: HostedFields, report: Report): HostedWire | undefined {
  if (tool.origin?.dialect === hosted.dialect)
    return { vendorType: tool.vendorType, settings: copyJson(tool.settings) };
  const vendorType = hosted.types[tool.kind];
  const layout = hosted.settings[tool.kind];
  if (vendorType === undefined || layout === undefined) return loseTool(tool, report);
  reportAt(report, tool.origin?.path ?? "").change("hosted-equal", vendorType);
  return { vendorType, settings: translate(layout, tool, report) };
}

function readSettings(hosted: HostedTools, kind: HostedKind, settings: JsonObject, fast: FastFunctions): Reading {
  const layout = hosted.settings[kind] ?? defineLayout({ dialect: hosted.dialect, fields: {} });
  const { values, fields, extras } = readLayout(layout, settings, fast);
  const found = Object.fromEntries(Object.entries(fields).filter(([field]) => values[field] !== undefined));
  return { values, fields: found, extras: notesOf(extras).pointers };
}

function translate(layout: Layout, tool: HostedFields, report: Report): JsonObject {
  const values: Record<string, Json> = {};
  for (const [setting, pointer] of Object.entries(tool.origin?.fields ?? {})) {
    const value = getAt(tool.settings, pointer.startsWith(`${SETTINGS}/`) ? pointer.slice(SETTINGS.length) : pointer);
    if (value !== undefined && layout.fields.get(setting)?.is(value)) values[setting] = copyJson(value);
    else report.field(tool, setting).loseField(levelOf("settings"));
  }
  loseExtras(layout.dialect, tool, report);
  return writeLayout(layout, { values, extras: {} }, report.fast);
}

function nameOf({ vendorType, settings }: HostedWire): string {
  return typeof settings.name === "string" ? settings.name : vendorType;
}

function kindOf(hosted: HostedTools, vendorType: string): HostedKind | undefined {
  return Object.entries(hosted.kinds).find(([word]) => vendorType.startsWith(word))?.[1];
}
