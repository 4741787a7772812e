import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { loseField, loseForeignExtras, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { referencedTool } from "../../mapping/tools/referenced-tool.ts";
import type { Choice, ToolReference } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { profile } from "./profile.ts";
import * as tools from "./tools.ts";

export function decode(wire: Json, report: Report): Choice {
  const origin = { dialect: DIALECT, place: report.place, fields: {} };
  if (wire === "auto" || wire === "none" || wire === "required") return { mode: wire, origin };
  if (!isObject(wire)) return report.fail("wrong-choice", `expected a tool choice, got ${JSON.stringify(wire)}`);
  if (wire.type === "allowed_tools") return readAllowed(wire, report);
  return { mode: "required", tool: readReference(wire, report), origin };
}

export function encode(choice: Choice, report: Report): Json {
  const { mode, tool, allowed, validated } = choice;
  if (validated === true) loseField(choice, "validated", report);
  loseForeignExtras(DIALECT, choice, report);
  // A tool that the target lacks cannot be forced, and no other may be called in its place.
  if (tool !== undefined) return hostedWire(tool) ?? forced(writeReference(tool, report), nodeReport(tool, report));
  if (allowed === undefined) return mode;
  const tools = allowed.flatMap((reference) => writeReference(reference, report) ?? []);
  return writeNode(ALLOWED, choice, { ...HANDLED, mode, allowed: tools }, report);
}

// A hosted tool that `tool_choice` cannot name is written as the only allowed tool.
function forced(reference: JsonObject | undefined, report: Report): Json {
  if (reference === undefined) return "auto";
  if (reference.type !== "web_search") return reference;
  report.change("forced-as-allowed");
  return { type: "allowed_tools", mode: "required", tools: [reference] };
}

// A reference to a hosted tool, as this dialect wrote it.
function hostedWire(reference: ToolReference): JsonObject | undefined {
  const wire = reference.kind === "hosted" ? noteOf(reference, DIALECT, "reference") : undefined;
  return wire !== undefined && isObject(wire) ? wire : undefined;
}

const DIALECT = "openai-responses";

const HANDLED = { tool: WRITTEN, parallel: WRITTEN, validated: LOST, implied: CHANGED };

/** Flat, or with the wrapping that Chat has: https://developers.openai.com/api/docs/guides/function-calling#tool-choice */
const FUNCTION = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  constants: { "/type": "function" },
  fields: { name: text("/name", "/function/name"), namespace: text("/namespace") },
});

const CUSTOM = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  constants: { "/type": "custom" },
  fields: { name: text("/name", "/custom/name"), namespace: text("/namespace") },
});

const ALLOWED = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  constants: { "/type": "allowed_tools" },
  fields: { mode: text("/mode", "/allowed_tools/mode"), allowed: list("/tools", "/allowed_tools/tools") },
});

const REFERENCES: ReadonlyMap<Json, Layout> = new Map([
  ["function", FUNCTION],
  ["custom", CUSTOM],
]);

function readAllowed(wire: JsonObject, report: Report): Choice {
  const { values, provenance } = readNode(ALLOWED, wire, report);
  const at = isArray(wire.tools) ? report.at("tools") : report.at("allowed_tools").at("tools");
  const tools = isArray(values.allowed) ? values.allowed : [];
  const allowed = tools.map((tool, index) => readReference(isObject(tool) ? tool : { name: tool }, at.at(index)));
  return { mode: values.mode === "required" ? "required" : "auto", allowed, ...provenance };
}

function readReference(wire: JsonObject, report: Report): ToolReference {
  const layout = REFERENCES.get(wire.type ?? "function");
  const { values, provenance } = layout === undefined ? NOTHING : readNode(layout, wire, report);
  const { name, namespace } = values as Readonly<Record<string, Json>>;
  const group = typeof namespace === "string" ? { namespace } : {};
  if (typeof name === "string")
    return { kind: layout === CUSTOM ? "custom" : "function", name, ...group, ...provenance };
  const origin = { dialect: DIALECT, place: report.place, fields: {} };
  const hostedTool = referencedTool(wire, tools, report);
  return {
    kind: "hosted",
    name: String(wire.type),
    hostedTool,
    ...withNotes({ origin }, DIALECT, { reference: wire }),
  };
}

const NOTHING = { values: {}, provenance: {} };

function writeReference(reference: ToolReference, report: Report): JsonObject | undefined {
  const { kind, name, namespace, hosted, origin } = reference;
  const own = origin?.dialect === DIALECT;
  if (kind !== "hosted") {
    const layout = kind === "custom" ? CUSTOM : FUNCTION;
    return writeNode(layout, reference, { kind: WRITTEN, name, namespace: own ? namespace : CHANGED }, report);
  }
  const wire = hostedWire(reference);
  if (wire !== undefined) return wire;
  const type = hosted === undefined ? undefined : profile.hosted[hosted];
  if (type !== undefined) return { type };
  nodeReport(reference, report).lose("unknown-tool", { feature: name });
  return undefined;
}
