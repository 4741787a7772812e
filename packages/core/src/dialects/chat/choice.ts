import { isArray, isObject } from "../../json/value.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { fieldOf, loseForeign, nodeReport, readNode, writeNode } from "../forms/node.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads `tool_choice`, or its forerunner `function_call`. */
export function decodeChoice(facts: ChatFacts, wire: Json, report: Report): Choice {
  const origin = { dialect: facts.dialect, place: report.place, fields: {} };
  const mode = typeof wire === "string" ? MODES[wire] : undefined;
  // One vendor of the family has a word of its own for it.
  if (mode !== undefined)
    return mode === wire ? { mode, origin } : { mode, origin, extras: { [facts.dialect]: { word: wire } } };
  if (!isObject(wire)) return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(wire)}`);
  if (wire.type === "allowed_tools") return readAllowed(facts, wire, report);
  return { mode: "required", tool: readReference(facts, wire, report), origin };
}

/** Writes `tool_choice`. */
export function encodeChoice(facts: ChatFacts, choice: Choice, report: Report): Json {
  const { mode, tool, allowed, validated } = choice;
  if (validated === true) fieldOf(choice, "validated", report).lose("field");
  loseForeign(facts.dialect, choice, report);
  if (tool !== undefined) return writeReference(facts, tool, report) ?? "required";
  if (allowed === undefined) return choice.extras?.[facts.dialect]?.word ?? mode;
  const tools = allowed.flatMap((reference) => writeReference(facts, reference, report) ?? []);
  const values = { mode, allowed: tools, tool: undefined, parallel: undefined, validated: undefined };
  return writeNode(facts.allowedChoice, choice, values, report);
}

const MODES: Readonly<Record<string, Choice["mode"]>> = {
  auto: "auto",
  none: "none",
  required: "required",
  any: "required",
};

function readAllowed(facts: ChatFacts, wire: JsonObject, report: Report): Choice {
  const { values, noted } = readNode(facts.allowedChoice, wire, report);
  const at = report.at("allowed_tools").at("tools");
  const allowed = isArray(values.allowed) ? values.allowed : [];
  const tools = allowed.map((tool, index) =>
    readReference(facts, isObject(tool) ? tool : { name: tool }, at.at(index)),
  );
  return { mode: values.mode === "required" ? "required" : "auto", allowed: tools, ...noted };
}

// `function_call` names its function without a type.
function readReference(facts: ChatFacts, wire: JsonObject, report: Report): ToolReference {
  const custom = wire.type === "custom";
  if (wire.type === undefined && typeof wire.name === "string")
    return { kind: "function", name: wire.name, origin: { dialect: facts.dialect, place: report.place, fields: {} } };
  const { values, noted } = readNode(custom ? facts.customChoice : facts.namedChoice, wire, report);
  const name = typeof values.name === "string" ? values.name : undefined;
  if (name !== undefined) return { kind: custom ? "custom" : "function", name, ...noted };
  const origin = { dialect: facts.dialect, place: report.place, fields: {} };
  return { kind: "hosted", name: String(wire.type), wire, origin };
}

function writeReference(facts: ChatFacts, reference: ToolReference, report: Report): JsonObject | undefined {
  const { kind, name, wire, origin } = reference;
  const handled = { kind: undefined, namespace: undefined };
  if (kind === "custom") return writeNode(facts.customChoice, reference, { ...handled, name }, report);
  if (kind === "function") return writeNode(facts.namedChoice, reference, { ...handled, name }, report);
  if (origin?.dialect === facts.dialect && isObject(wire)) return wire;
  nodeReport(reference, report).lose("unknown-tool", { feature: name });
  return undefined;
}
