import { defaultNode, keyCount } from "../../fast/default-node.ts";
import { plainCall } from "../../fast/plain-parts.ts";
import { isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";
import { extraContentFor, signatureIn } from "./quirks/google.ts";
import { hasVariant, withVariant } from "./variants.ts";

/** Reads one entry of `tool_calls`. */
export function decodeCall(facts: ChatFacts, wire: Json, report: Report): CallPart {
  const call = expectObject(wire, "a tool call", report);
  return call.type === "custom" ? readCustom(facts, call, report) : readFunction(facts, call, report);
}

/** Writes one entry of `tool_calls`. */
export function encodeCall(facts: ChatFacts, call: CallPart, report: Report): JsonObject {
  const { id, name, input, signature } = call;
  if (facts.customTools && call.kind === "custom" && input.type === "text")
    return writeNode(facts.customCall, call, { id, name, arguments: input.text }, report);
  const sent = argumentsWire(facts, call);
  if (sent !== undefined && plainCall(call, facts.dialect, report))
    return { type: "function", id, function: { name, arguments: sent } };
  const extra =
    signature === undefined || facts.reasoningDetails !== undefined
      ? undefined
      : extraContentFor(signature, facts.dialect);
  return writeNode(facts.functionCall, call, { id, name, arguments: sent, extra }, report);
}

/** Reads the deprecated `function_call` of a message. */
export function decodeFunctionCall(facts: ChatFacts, wire: JsonObject, report: Report): CallPart {
  const { values, provenance } = readNode(facts.legacyCall, wire, report);
  report.change("default-layout");
  const { input, provenance: own } = argumentsOf(
    facts,
    values.arguments,
    withVariant(provenance, facts.dialect, "legacy"),
  );
  return { type: "call", kind: "function", id: "", name: nameOf(values.name, report), input, ...own };
}

/** Whether a call came as a deprecated `function_call`. */
export function isLegacy(facts: ChatFacts, call: CallPart): boolean {
  return hasVariant(call, facts.dialect, "legacy");
}

/** Writes a call back as a `function_call`. */
export function encodeFunctionCall(facts: ChatFacts, call: CallPart, report: Report): JsonObject {
  const values = { kind: WRITTEN, id: CHANGED, input: WRITTEN, name: call.name };
  return writeNode(facts.legacyCall, call, { ...values, arguments: argumentsWire(facts, call) }, report);
}

function readFunction(facts: ChatFacts, wire: JsonObject, report: Report): CallPart {
  const byDefault = defaultNode(facts.functionCall, wire, 3, report);
  if (byDefault && isDefaultCall(wire)) {
    const { name, arguments: text } = wire.function;
    return createCall(byDefault, { id: wire.id, name, input: { type: "json", text } });
  }
  const { values, provenance } = readNode(facts.functionCall, wire, report);
  const { id, name, extra } = values;
  const { input, provenance: own } = argumentsOf(facts, values.arguments, provenance);
  const signature = isObject(extra) ? signatureIn(extra, facts.dialect) : undefined;
  return createCall(own, { id: idOf(id), name: nameOf(name, report), input, signature });
}

interface DefaultCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function isDefaultCall(wire: JsonObject): wire is JsonObject & DefaultCall {
  const { type, id, function: called } = wire;
  if (type !== "function" || typeof id !== "string" || !isObject(called)) return false;
  return keyCount(called) === 2 && typeof called.name === "string" && typeof called.arguments === "string";
}

function readCustom(facts: ChatFacts, wire: JsonObject, report: Report): CallPart {
  const { values, provenance } = readNode(facts.customCall, wire, report);
  const input = { type: "text", text: typeof values.arguments === "string" ? values.arguments : "" } as const;
  return { type: "call", kind: "custom", id: idOf(values.id), name: nameOf(values.name, report), input, ...provenance };
}

function idOf(id: Json | undefined): string {
  return typeof id === "string" ? id : "";
}

function nameOf(name: Json | undefined, report: Report): string {
  if (typeof name === "string") return name;
  return report.fail("missing-name", "expected a tool call with the name of its tool");
}

function argumentsOf(
  facts: ChatFacts,
  sent: Json | undefined,
  provenance: Provenance,
): { input: CallInput; provenance: Provenance } {
  if (sent === undefined)
    return { input: { type: "json", text: "" }, provenance: withVariant(provenance, facts.dialect, "unsaid") };
  return {
    input: typeof sent === "string" ? { type: "json", text: sent } : { type: "value", value: sent },
    provenance,
  };
}

// Mistral sends arguments as a text or an object, and takes both: what was an object, or absent, stays so.
function argumentsWire({ dialect }: ChatFacts, call: CallPart): Json | undefined {
  const { input, origin } = call;
  if (origin?.dialect !== dialect) return inputAsText(wrapTextInput(input));
  if (input.type === "value") return input.value;
  return input.text === "" && hasVariant(call, dialect, "unsaid") ? undefined : input.text;
}
