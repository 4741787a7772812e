import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { expectObject } from "../../mapping/expect.ts";
import { object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseField, loseForeignExtras, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

export function decode(wire: Json, report: Report): Choice {
  const { values, provenance } = readNode(CHOICE, expectObject(wire, "a toolChoice object", report), report);
  const { auto, any, name } = values;
  if (typeof name === "string") {
    const origin = { dialect: DIALECT, place: report.at("tool").at("name").place, fields: {} };
    return { mode: "required", tool: { kind: "function", name, origin }, ...provenance };
  }
  if (any !== undefined) return { mode: "required", ...provenance };
  if (auto !== undefined) return { mode: "auto", ...provenance };
  return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(wire)}`.slice(0, 200));
}

export function encode(choice: Choice, report: Report): JsonObject | undefined {
  const { mode, tool, allowed, parallel, validated } = choice;
  if (allowed !== undefined) fieldReport(choice, "allowed", report).lose("allowed-tools", { feature: "allowed_tools" });
  if (validated === true) loseField(choice, "validated", report);
  if (parallel === false) loseField(choice, "parallel", report);
  else if (parallel === true) fieldReport(choice, "parallel", report).change("default-field");
  const isNamed = tool?.kind === "function";
  if (tool !== undefined && !isNamed) nodeReport(tool, report).lose("unknown-tool", { feature: tool.name });
  if (choice.implied === true || mode === "none") {
    // With calls in the conversation the tools must stay.
    if (mode === "none") nodeReport(choice, report).lose("unsupported", { feature: "none", action: "weakened" });
    loseForeignExtras(DIALECT, choice, report);
    return undefined;
  }
  // A tool that the target lacks cannot be forced, and no other may be called in its place.
  const named = { name: isNamed ? tool.name : undefined };
  const forced = mode === "required" && tool === undefined;
  const values = { ...named, any: forced ? {} : undefined, auto: isNamed || forced ? undefined : {} };
  return writeNode(CHOICE, choice, { ...HANDLED, ...values }, report);
}

const DIALECT = "bedrock";

const HANDLED = {
  mode: WRITTEN,
  tool: WRITTEN,
  allowed: LOST,
  parallel: LOST,
  validated: LOST,
  implied: CHANGED,
};

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html */
const CHOICE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  fields: { auto: object("/auto"), any: object("/any"), name: text("/tool/name") },
});
