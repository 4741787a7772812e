import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseForeignExtras, readNode, writeNode } from "../../mapping/node.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Json } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { namesIn, reportParallelCalls } from "../google/choice.ts";

export function decode(wire: Json, report: Report): Choice {
  if (typeof wire === "string")
    return { ...modeIn(wire, report), origin: { dialect: DIALECT, place: report.place, fields: WHOLE } };
  if (!isObject(wire)) return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(wire)}`);
  const { values, provenance } = readNode(ALLOWED, wire, report);
  const read = modeIn(values.mode ?? null, report);
  // With mode `none`, a list of allowed tools means nothing.
  if (read.mode === "none" && values.allowed !== undefined) {
    report.at("allowed_tools").at("tools").change("default-field");
    return { ...read, ...withNotes(provenance, DIALECT, { allowed: values.allowed }) };
  }
  const names = isArray(values.allowed) ? values.allowed : [];
  const at = report.at("allowed_tools").at("tools");
  const allowed = names.map((name, index) => referenceTo(name, at.at(index)));
  const [first, ...others] = allowed;
  if (read.mode === "required" && first !== undefined && others.length === 0)
    return { ...read, tool: first, ...provenance };
  return { ...read, ...(allowed.length > 0 ? { allowed } : {}), ...provenance };
}

export function encode(choice: Choice, report: Report): Json | undefined {
  // A choice that was made for `parallel_tool_calls` alone.
  if ("implied" in choice && choice.parallel !== undefined) return reportParallelCalls(choice, report);
  const names = namesIn(choice, report);
  reportParallelCalls(choice, report);
  const mode = rawModeFor(choice, names, report);
  if (names.length === 0 && !isOwnObject(choice)) {
    loseForeignExtras(DIALECT, choice, report);
    return mode;
  }
  return writeNode(
    ALLOWED,
    choice,
    { ...HANDLED, mode, allowed: names.length > 0 ? names : (choice.extras?.[DIALECT]?.allowed ?? WRITTEN) },
    report,
  );
}

const DIALECT = "gemini-interactions";

const HANDLED = { tool: WRITTEN, parallel: CHANGED, validated: WRITTEN, implied: CHANGED };

/** A choice that is a string. */
const WHOLE: Readonly<Record<string, string>> = { mode: "", validated: "" };

/** https://ai.google.dev/gemini-api/docs/interactions/function-calling */
const ALLOWED = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  fields: {
    mode: { ...text("/allowed_tools/mode"), absentMeans: "auto" },
    allowed: { at: ["/allowed_tools/tools"], is: isNames },
  },
  derivedFrom: { tool: "allowed", validated: "mode" },
});

const MODES: ReadonlyMap<string, Choice["mode"]> = new Map([
  ["auto", "auto"],
  ["any", "required"],
  ["none", "none"],
  ["validated", "auto"],
]);
const RAW_MODES: Readonly<Record<Choice["mode"], string>> = { auto: "auto", required: "any", none: "none" };

function modeIn(raw: Json, report: Report): Pick<Choice, "mode" | "validated"> {
  const mode = typeof raw === "string" ? MODES.get(raw) : undefined;
  if (mode === undefined) return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(raw)}`);
  return raw === "validated" ? { mode, validated: true } : { mode };
}

function isNames(value: Json): boolean {
  return isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
}

function referenceTo(name: Json, { place }: Report): ToolReference {
  return { kind: "function", name: String(name), origin: { dialect: DIALECT, place, fields: {} } };
}

// As in generateContent, a list of allowed tools needs mode `any` or `validated`.
function rawModeFor(choice: Choice, names: readonly string[], report: Report): string {
  const { mode, tool, validated, origin } = choice;
  // A tool that the target lacks cannot be forced, and no other may be called in its place.
  if (tool !== undefined && names.length === 0) return RAW_MODES.auto;
  if (validated === true) return "validated";
  if (mode !== "auto" || names.length === 0 || origin?.dialect === DIALECT) return RAW_MODES[mode];
  fieldReport(choice, "allowed", report).change("validated-mode");
  return "validated";
}

function isOwnObject({ origin }: Choice): boolean {
  return origin?.dialect === DIALECT && origin.fields.mode !== WHOLE.mode;
}
