import { expectObject } from "../../mapping/expect.ts";
import { anything, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

export function decode(wire: Json, report: Report): CallPart {
  const { values, provenance } = readNode(CALL, expectObject(wire, "a call of an executable", report), report);
  const { name, input } = values;
  if (typeof name !== "string") return report.fail("missing-name", "expected a call with the name of its tool");
  return { type: "call", kind: "function", id: "", name, input: inputFromObject(input ?? {}), ...provenance };
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { id, name, input } = call;
  const own = call.origin?.dialect === "executable" && input.type === "value";
  // One process is one call, which needs no id.
  if (id !== "") fieldReport(call, "id", report).change("call-id");
  const values = { id: CHANGED, name, input: own ? input.value : argumentsAsObject(call, report) };
  return writeNode(CALL, call, { kind: CHANGED, namespace: CHANGED, ...values }, report);
}

/** The tool to run, and its standard input. */
const CALL = defineLayout<string>({
  dialect: "executable",
  fields: { name: text("/name"), input: { ...anything("/arguments"), absentMeans: {} } },
});
