import { inputText } from "../../conversation/input.ts";
import { readSeal, sealText } from "../../conversation/seal.ts";
import { isObject } from "../../json/value.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Seal } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { readNode, writeNode } from "../forms/node.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads one entry of `tool_calls`. */
export function decodeCall(facts: ChatFacts, wire: Json, report: Report): CallPart {
  const call = expectObject(wire, "a tool call", report);
  const custom = call.type === "custom";
  const { values, noted } = readNode(custom ? facts.customCall : facts.functionCall, call, report);
  const { id, name, extra } = values;
  if (typeof name !== "string") return report.fail("missing-name", "expected a tool call with the name of its tool");
  const input: CallInput = custom
    ? { type: "text", text: String(values.arguments ?? "") }
    : argumentsOf(values.arguments);
  const sealed = isObject(extra) ? { seal: sealIn(extra, facts.dialect) } : {};
  return { type: "call", kind: custom ? "custom" : "function", id: String(id ?? ""), name, input, ...sealed, ...noted };
}

/** Writes one entry of `tool_calls`. */
export function encodeCall(facts: ChatFacts, call: CallPart, report: Report): JsonObject {
  const { id, name, input, seal } = call;
  const handled = { kind: undefined, input: undefined, namespace: undefined, id, name };
  if (call.kind === "custom" && input.type === "text")
    return writeNode(facts.customCall, call, { ...handled, arguments: input.text }, report);
  const extra = seal === undefined ? undefined : extraFor(seal, facts.dialect);
  const values = { ...handled, arguments: argumentsWire(call, facts), extra, seal: undefined };
  return writeNode(facts.functionCall, call, values, report);
}

/** The seal in what servers want back with a call: their own, or one that is only kept there for another vendor. */
export function sealIn(extra: JsonObject, dialect: string): Seal {
  const kept = isObject(extra.toolglot) ? extra.toolglot.seal : undefined;
  return typeof kept === "string" ? readSeal(kept, dialect) : { vendor: dialect, value: extra };
}

/** What a call carries so that its seal comes back. */
export function extraFor(seal: Seal, dialect: string): Json {
  return seal.vendor === dialect && isObject(seal.value) ? seal.value : { toolglot: { seal: sealText(seal, dialect) } };
}

/** Reads the single call of the family's first years. */
export function decodeFunctionCall(facts: ChatFacts, wire: JsonObject, report: Report): CallPart {
  const { name, arguments: sent, ...rest } = wire;
  const origin = { dialect: facts.dialect, place: report.place, fields: {} };
  const extras = { [facts.dialect]: { legacy: true, ...slashed(rest) } };
  const input = argumentsOf(sent);
  return { type: "call", kind: "function", id: "", name: String(name ?? ""), input, origin, extras };
}

/** Whether a call was written as the family did in its first years. */
export function isLegacy(facts: ChatFacts, { extras }: CallPart): boolean {
  return extras?.[facts.dialect]?.legacy === true;
}

/** Writes a call of the family's first years as it was. */
export function encodeFunctionCall({ name, input }: CallPart): JsonObject {
  return { name, arguments: input.type === "value" ? input.value : input.text };
}

function argumentsOf(sent: Json | undefined): CallInput {
  if (sent === undefined) return { type: "json", text: "" };
  return typeof sent === "string" ? { type: "json", text: sent } : { type: "value", value: sent };
}

// Some servers of the family send and take objects: what was one stays one for them.
function argumentsWire({ input, origin }: CallPart, { dialect }: ChatFacts): Json {
  if (origin?.dialect !== dialect) return inputText(input);
  return input.type === "value" ? input.value : input.text;
}

function slashed(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`/${key}`, value]));
}
