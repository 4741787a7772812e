import { isArray, isObject } from "../../json/value.ts";
import { levelOf } from "../../loss-levels.ts";
import { loseField, loseForeignExtras, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { referencedTool } from "../../mapping/tools/referenced-tool.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { quirkTable } from "./quirks/index.ts";
import type { ChatRequestFacts } from "./request-facts.ts";

/** Reads `tool_choice`, or its forerunner `function_call`. */
export function decodeChoice(facts: ChatRequestFacts, wire: Json, report: Report): Choice {
  const origin = { dialect: facts.dialect, place: report.place, fields: {} };
  const mode = typeof wire === "string" ? MODES[wire] : undefined;
  if (mode !== undefined) return { mode, origin, ...(mode === wire ? {} : withRawMode(facts.dialect, String(wire))) };
  if (!isObject(wire)) return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(wire)}`);
  if (wire.type === "allowed_tools") return readAllowed(facts, wire, report);
  return { mode: "required", tool: readReference(facts, wire, report), origin };
}

/** Writes `tool_choice`. */
export function encodeChoice(facts: ChatRequestFacts, choice: Choice, report: Report): Json {
  const { mode, tool, allowed, validated } = choice;
  if (validated === true) loseField(choice, "validated", report);
  if (tool !== undefined || allowed === undefined) loseForeignExtras(facts.dialect, choice, report);
  // A tool that the target lacks cannot be forced, and no other may be called in its place.
  if (tool !== undefined) return writeReference(facts, tool, report) ?? "auto";
  if (allowed !== undefined) return writeAllowed(facts, { ...choice, allowed }, report);
  return choice.extras?.[facts.dialect]?.rawMode ?? mode;
}

/** Keeps the raw mode of a choice, for servers that have another name for it: Mistral writes `any` for `required`. */
export function withRawMode(dialect: string, raw: string): Pick<Choice, "extras"> {
  return { extras: { [dialect]: { rawMode: raw } } };
}

const MODES: Readonly<Record<string, Choice["mode"]>> = lookupTable({
  auto: "auto",
  none: "none",
  required: "required",
  ...quirkTable("choiceModes"),
});

function readAllowed(facts: ChatRequestFacts, wire: JsonObject, report: Report): Choice {
  const { values, provenance } = readNode(facts.allowedChoice, wire, report);
  const at = isArray(wire.tools) ? report.at("tools") : report.at("allowed_tools").at("tools");
  const allowed = (isArray(values.allowed) ? values.allowed : []).map((tool, index) =>
    readReference(facts, isObject(tool) ? tool : { name: tool }, at.at(index)),
  );
  return { mode: values.mode === "required" ? "required" : "auto", allowed, ...provenance };
}

function writeAllowed(
  facts: ChatRequestFacts,
  choice: Choice & Required<Pick<Choice, "allowed">>,
  report: Report,
): Json {
  const { mode, allowed } = choice;
  if (!facts.allowedTools) {
    nodeReport(choice, report).loseField(levelOf("allowed"), { feature: "allowed_tools", action: "weakened" });
    return mode;
  }
  const tools = allowed.flatMap((reference) => writeReference(facts, reference, report) ?? []);
  const values = { mode, allowed: tools, tool: WRITTEN, parallel: WRITTEN, validated: LOST };
  return writeNode(facts.allowedChoice, choice, values, report);
}

// `function_call` names its function without a type.
function readReference(facts: ChatRequestFacts, wire: JsonObject, report: Report): ToolReference {
  const custom = wire.type === "custom";
  const { values, provenance } = readNode(custom ? facts.customChoice : facts.namedChoice, wire, report);
  if (typeof values.name === "string")
    return { kind: custom ? "custom" : "function", name: values.name, ...provenance };
  const origin = { dialect: facts.dialect, place: report.place, fields: {} };
  const hostedTool = referencedTool(wire, facts.declaredTools.codec, report);
  const reference = { kind: "hosted", name: String(wire.type), hostedTool } as const;
  return { ...reference, ...withNotes({ origin }, facts.dialect, { reference: wire }) };
}

function writeReference(facts: ChatRequestFacts, reference: ToolReference, report: Report): JsonObject | undefined {
  const { kind, name, hosted } = reference;
  const handled = { kind: WRITTEN, namespace: CHANGED };
  if (kind === "custom" && facts.customTools)
    return writeNode(facts.customChoice, reference, { ...handled, name }, report);
  if (kind !== "hosted") return writeNode(facts.namedChoice, reference, { ...handled, name }, report);
  const wire = noteOf(reference, facts.dialect, "reference");
  if (wire !== undefined && isObject(wire)) return wire;
  const type = hosted === undefined ? undefined : facts.hostedChoice?.[hosted];
  if (type !== undefined) return { type };
  nodeReport(reference, report).lose("unknown-tool", { feature: name });
  return undefined;
}
