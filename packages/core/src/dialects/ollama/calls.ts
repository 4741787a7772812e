import { plainCall } from "../../fast/plain-parts.ts";
import { expectObject } from "../../mapping/expect.ts";
import { anything, count, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

export function decode(wire: Json, report: Report): CallPart {
  const { values, provenance } = readNode(CALL, expectObject(wire, "a tool call", report), report);
  const { id, name, input, index } = values;
  if (typeof name !== "string") return report.fail("missing-name", "expected a tool call with the name of its tool");
  // The position in the list says the same.
  const own = index === undefined ? provenance : withNotes(provenance, "ollama", { index });
  return createCall(own, { id: String(id ?? ""), name, input: inputFromObject(input ?? {}) });
}

export function encode(call: CallPart, report: Report, index?: number): JsonObject {
  const { id, name, input } = call;
  const own = call.origin?.dialect === "ollama";
  const args = own && input.type === "value" ? input.value : argumentsAsObject(call, report);
  if (id !== "" && index !== undefined && plainCall(call, "ollama", report))
    return { id, function: { index, name, arguments: args } };
  const place = index ?? noteOf(call, "ollama", "index");
  return writeNode(CALL, call, { id: id === "" && !own ? CHANGED : id, name, input: args, index: place }, report);
}

/** Earlier versions of Ollama send neither ids nor indexes: https://docs.ollama.com/capabilities/tool-calling */
const CALL = defineLayout<string>({
  dialect: "ollama",
  optional: { "/type": "function" },
  fields: {
    id: { ...text("/id"), absentMeans: "" },
    index: count("/function/index"),
    name: text("/function/name"),
    input: { ...anything("/function/arguments"), absentMeans: {} },
  },
  handled: ["kind", "signature"],
});
