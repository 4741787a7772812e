import type { Json, JsonObject } from "../../model/json.ts";
import type { HostedFields, HostedKind } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { notesOf } from "./extras.ts";
import { type Form, formOf } from "./form.ts";
import { loseExtras, loseTool } from "./losses.ts";
import { originOf } from "./origin.ts";
import { getAt } from "./pointer.ts";
import { readForm } from "./read.ts";
import { writeForm } from "./write.ts";

/** What is known of the tools that a vendor defines itself. */
export interface HostedTools {
  readonly dialect: string;
  /** How a vendor's word begins → what that tool does. */
  readonly kinds: Readonly<Record<string, HostedKind>>;
  /** The word to write for a kind. */
  readonly words: Readonly<Partial<Record<HostedKind, string>>>;
  /** Where settings that several vendors share stand, for the kinds that can be told from elsewhere. */
  readonly settings: Readonly<Partial<Record<HostedKind, Form>>>;
}

/** No vendor has a tool of this type: it is how dialects that have types mark what the caller runs. */
const FUNCTION = "function";

/** A hosted tool in its vendor's words. */
export interface HostedWire {
  readonly vendorType: string;
  readonly settings: JsonObject;
}

/** Reads a hosted tool; its settings stay as the vendor spells them. */
export function readHosted(hosted: HostedTools, wire: HostedWire, report: Report): HostedFields {
  if (wire.vendorType === FUNCTION)
    report.fail("wrong-dialect", "expected a tool of this dialect, but it is a function");
  const kind = kindOf(hosted, wire.vendorType) ?? "other";
  const form = hosted.settings[kind] ?? formOf({ dialect: hosted.dialect, rules: {} });
  const { values, fields, extras } = readForm(form, wire.settings);
  const found = Object.fromEntries(Object.entries(fields).filter(([field]) => values[field] !== undefined));
  const reading = { values, fields: found, extras: notesOf(extras).pointers };
  const name = typeof wire.settings.name === "string" ? wire.settings.name : wire.vendorType;
  return { type: "hosted", name, kind, ...wire, ...originOf(hosted.dialect, reading, report) };
}

/** Writes a hosted tool: as it was for its own vendor, by its equal for another, or not at all. */
export function writeHosted(hosted: HostedTools, tool: HostedFields, report: Report): HostedWire | undefined {
  if (isOwn(hosted, tool)) return { vendorType: tool.vendorType, settings: tool.settings };
  const vendorType = hosted.words[tool.kind];
  const form = hosted.settings[tool.kind];
  if (vendorType !== undefined && form !== undefined) return { vendorType, settings: translate(form, tool, report) };
  return loseTool(tool, report);
}

// A tool that was made by hand has no origin: the dialect that knows its word is the one that it was made for.
function isOwn(hosted: HostedTools, tool: HostedFields): boolean {
  if (tool.origin !== undefined) return tool.origin.dialect === hosted.dialect;
  return kindOf(hosted, tool.vendorType) !== undefined;
}

function translate(form: Form, tool: HostedFields, report: Report): JsonObject {
  const values: Record<string, Json> = {};
  for (const [setting, pointer] of Object.entries(tool.origin?.fields ?? {})) {
    const value = getAt(tool.settings, pointer);
    if (value !== undefined && form.rules.get(setting)?.is(value)) values[setting] = value;
    else report.field(tool, setting).lose("field");
  }
  loseExtras(form.dialect, tool, report);
  return writeForm(form, values, {});
}

function kindOf(hosted: HostedTools, vendorType: string): HostedKind | undefined {
  return Object.entries(hosted.kinds).find(([word]) => vendorType.startsWith(word))?.[1];
}
