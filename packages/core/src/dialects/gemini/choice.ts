import { isArray } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { expectObject } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { namesIn, reportParallelCalls } from "../google/choice.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { bothSpellings } from "./spelling.ts";

export function decode(wire: Json, report: Report): Choice {
  const { values, provenance } = readNode(CHOICE, expectObject(wire, "a toolConfig object", report), report);
  const raw = String(values.rawMode);
  const mode = MODES.get(raw.toUpperCase());
  if (mode === undefined)
    return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(values.rawMode ?? null)}`);
  if (raw !== raw.toUpperCase() || raw === UNSPECIFIED)
    fieldReport(provenance, "rawMode", report).change("default-layout");
  const { names } = values;
  const at = fieldReport(provenance, "names", report);
  // With mode NONE, `allowedFunctionNames` means nothing.
  const ignored = mode === "none" && names !== undefined ? { names } : {};
  if (ignored.names !== undefined) at.change("default-field");
  return {
    mode,
    ...chosenTools(mode, ignored.names === undefined ? referencesTo(names, at) : []),
    ...(raw.toUpperCase() === "VALIDATED" ? { validated: true } : {}),
    ...withNotes(withFieldOrigins(provenance, PLACES), "gemini", { rawMode: raw, ...ignored }),
  };
}

function referencesTo(names: Json | undefined, report: Report): ToolReference[] {
  if (names === undefined) return [];
  if (!isArray(names)) return [referenceTo(names, report)];
  return names.map((name, index) => referenceTo(name, report.at(index)));
}

// One name that must be called is a choice of that tool.
function chosenTools(mode: Choice["mode"], names: readonly ToolReference[]): Pick<Choice, "tool" | "allowed"> {
  const [first, ...others] = names;
  if (first === undefined) return {};
  return mode === "required" && others.length === 0 ? { tool: first } : { allowed: names };
}

export function encode(choice: Choice, report: Report): JsonObject | undefined {
  // A choice that was made for `parallel_tool_calls` alone.
  if ("implied" in choice && choice.parallel !== undefined) return reportParallelCalls(choice, report);
  const names = namesIn(choice, report);
  reportParallelCalls(choice, report);
  const values = {
    rawMode: rawModeFor(choice, names, report),
    names: names.length > 0 ? names : choice.extras?.gemini?.names,
  };
  return writeNode(CHOICE, choice, { ...HANDLED, ...values }, report);
}

const HANDLED = {
  mode: WRITTEN,
  tool: WRITTEN,
  allowed: WRITTEN,
  parallel: CHANGED,
  validated: WRITTEN,
  implied: CHANGED,
};

/** https://ai.google.dev/api/caching#FunctionCallingConfig */
const CHOICE = defineLayout<string>({
  dialect: "gemini",
  unknown: UNKNOWN_SETTINGS,
  fields: {
    rawMode: text(...bothSpellings("/functionCallingConfig/mode")),
    names: { at: bothSpellings("/functionCallingConfig/allowedFunctionNames"), is: isNames },
  },
});

const PLACES = { mode: "rawMode", validated: "rawMode", tool: "names", allowed: "names" };

/** The default mode. */
const UNSPECIFIED = "MODE_UNSPECIFIED";

const MODES: ReadonlyMap<string, Choice["mode"]> = new Map(
  Object.entries<Choice["mode"]>({
    AUTO: "auto",
    [UNSPECIFIED]: "auto",
    ANY: "required",
    NONE: "none",
    VALIDATED: "auto",
  }),
);
const RAW_MODES: Readonly<Record<Choice["mode"], string>> = { auto: "AUTO", required: "ANY", none: "NONE" };

function isNames(value: Json): boolean {
  if (typeof value === "string") return value !== "";
  return isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
}

function referenceTo(name: Json, { place }: Report): ToolReference {
  return { kind: "function", name: String(name), origin: { dialect: "gemini", place, fields: {} } };
}

// `allowedFunctionNames` needs mode ANY or VALIDATED.
function rawModeFor(choice: Choice, names: readonly string[], report: Report): string {
  const { mode, tool, validated } = choice;
  // A tool that the target lacks cannot be forced, and no other may be called in its place.
  if (tool !== undefined && names.length === 0) return RAW_MODES.auto;
  const raw = choice.extras?.gemini?.rawMode;
  if (typeof raw === "string" && MODES.get(raw.toUpperCase()) === mode) return raw;
  if (mode !== "auto" || (validated !== true && names.length === 0)) return RAW_MODES[mode];
  if (validated !== true) fieldReport(choice, "allowed", report).change("validated-mode");
  return "VALIDATED";
}
