import { inputObject, objectInput } from "../../content/input.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { formOf } from "../forms/form.ts";
import { fieldOf, readNode, writeNode } from "../forms/node.ts";
import { remember, remembered } from "../forms/remember.ts";
import { anything, count, text } from "../forms/rule.ts";

export function decode(wire: Json, report: Report): CallPart {
  const { values, noted } = readNode(CALL, expectObject(wire, "a tool call", report), report);
  const { id, name, input, index } = values;
  if (typeof name !== "string") return report.fail("missing-name", "expected a tool call with the name of its tool");
  const call = { type: "call", kind: "function", id: String(id ?? ""), name, input: objectInput(input ?? {}) } as const;
  // Where a call stands in its list says the same to everybody else.
  return { ...call, ...(index === undefined ? noted : remember(noted, "ollama", { index })) };
}

export function encode(call: CallPart, report: Report): JsonObject {
  return writeCall(call, remembered(call, "ollama", "index"), report);
}

/** Writes a call of a list; one from elsewhere says where it stands in it. */
export function encodeAt(call: CallPart, index: number, report: Report): JsonObject {
  return call.origin?.dialect === "ollama" ? encode(call, report) : writeCall(call, index, report);
}

/** Older servers send neither ids nor indexes: https://docs.ollama.com/capabilities/tool-calling */
const CALL = formOf<string>({
  dialect: "ollama",
  optional: { "/type": "function" },
  rules: {
    id: { ...text("/id"), missing: "" },
    index: count("/function/index"),
    name: text("/function/name"),
    input: { ...anything("/function/arguments"), missing: {} },
  },
  handled: ["kind", "namespace", "seal"],
});

function writeCall(call: CallPart, index: Json | undefined, report: Report): JsonObject {
  const { id, name, input } = call;
  const own = call.origin?.dialect === "ollama";
  const said = own && input.type === "value" ? input.value : inputObject(input, () => fieldOf(call, "input", report));
  return writeNode(CALL, call, { id: id === "" && !own ? undefined : id, name, input: said, index }, report);
}
