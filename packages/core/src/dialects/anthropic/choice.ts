import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { expectObject } from "../../mapping/expect.ts";
import { flag, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseField, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { profile } from "./profile.ts";

export function decode(wire: Json, report: Report): Choice {
  const { values, provenance } = readNode(CHOICE, expectObject(wire, "a tool_choice object", report), report);
  const { type, name, serial } = values;
  if (serial === false) report.at("disable_parallel_tool_use").change("default-field");
  const mode = MODES[String(type)];
  if (mode === undefined)
    return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(type ?? null)}`);
  const place = report.at("name").place;
  const tool =
    typeof name === "string"
      ? { tool: { kind: "function", name, origin: { dialect: "anthropic", place, fields: {} } } as const }
      : {};
  const origin = { dialect: "anthropic", place: report.place, fields: { parallel: "/disable_parallel_tool_use" } };
  return { mode, ...tool, ...(typeof serial === "boolean" ? { parallel: !serial } : {}), ...provenance, origin };
}

export function encode(choice: Choice, report: Report): JsonObject {
  const { mode, tool, allowed, parallel, validated } = choice;
  if (allowed !== undefined) fieldReport(choice, "allowed", report).lose("allowed-tools", { feature: "allowed_tools" });
  if (validated === true) loseField(choice, "validated", report);
  const named = tool && nameOf(tool);
  if (tool !== undefined && named === undefined) nodeReport(tool, report).lose("unknown-tool", { feature: tool.name });
  const own = choice.origin?.dialect === "anthropic";
  if (!own && (parallel === true || (parallel === false && mode === "none")))
    fieldReport(choice, "parallel", report).change("default-field");
  if (choice.implied === true && parallel === false) nodeReport(choice, report).change("implied-choice");
  // The API refuses `disable_parallel_tool_use` with `none`.
  const serial = mode === "none" || parallel === undefined ? undefined : !parallel;
  const values = {
    // A tool that the target lacks cannot be forced, and no other may be called in its place.
    type: named !== undefined ? "tool" : RAW_MODES[tool === undefined ? mode : "auto"],
    name: named,
    serial: serial === false && !own ? undefined : serial,
  };
  return writeNode(CHOICE, choice, { ...HANDLED, ...values }, report);
}

// Server tools and functions share one namespace.
function nameOf({ kind, name, hosted }: ToolReference): string | undefined {
  if (kind === "function") return name;
  return hosted === undefined ? undefined : profile.hostedNames?.[hosted];
}

const HANDLED = {
  mode: WRITTEN,
  tool: WRITTEN,
  allowed: LOST,
  parallel: WRITTEN,
  validated: LOST,
  implied: CHANGED,
};

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools#forcing-tool-use */
const CHOICE = defineLayout<string>({
  dialect: "anthropic",
  unknown: UNKNOWN_SETTINGS,
  fields: { type: text("/type"), name: text("/name"), serial: flag("/disable_parallel_tool_use") },
});

const MODES: Readonly<Record<string, Choice["mode"]>> = lookupTable({
  auto: "auto",
  any: "required",
  none: "none",
  tool: "required",
});
const RAW_MODES: Readonly<Record<Choice["mode"], string>> = { auto: "auto", required: "any", none: "none" };
