import { defaultNode } from "../../fast/default-node.ts";
import { plainCall } from "../../fast/plain-parts.ts";
import { isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { anything, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { STEP_FIELDS } from "./unknown-fields.ts";

export function decode(wire: Json, report: Report): CallPart {
  const step = expectObject(wire, "a function_call step", report);
  const byDefault = defaultNode(FUNCTION_CALL, step, 4, report);
  if (byDefault && isDefaultCall(step))
    return createCall(byDefault, { id: step.id, name: step.name, input: inputFromObject(step.arguments) });
  const { values, provenance } = readNode(FUNCTION_CALL, step, report);
  const { id, name, arguments: sent } = values;
  if (typeof name !== "string")
    return report.fail("missing-name", "expected a function_call step with the name of its function");
  return createCall(provenance, { id: String(id ?? ""), name, input: inputFromObject(sent ?? {}) });
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { id, name, input } = call;
  const own = call.origin?.dialect === DIALECT && input.type === "value";
  const sent = own ? input.value : argumentsAsObject(call, report);
  if (id !== "" && plainCall(call, DIALECT, report)) return { type: "function_call", id, name, arguments: sent };
  return writeNode(FUNCTION_CALL, call, { id: id === "" ? CHANGED : id, name, arguments: sent }, report);
}

const DIALECT = "gemini-interactions";

/** https://ai.google.dev/api/interactions-api: `FunctionCallStep` */
const FUNCTION_CALL = defineLayout<string>({
  dialect: DIALECT,
  unknown: STEP_FIELDS,
  constants: { "/type": "function_call" },
  optional: { "/signature": "" },
  fields: {
    id: text("/id"),
    name: text("/name"),
    arguments: { ...anything("/arguments"), absentMeans: {} },
  },
  handled: ["kind", "input", "signature"],
  derivedFrom: { input: "arguments" },
});

interface DefaultCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

function isDefaultCall(step: JsonObject): step is JsonObject & DefaultCall {
  if (step.type !== "function_call") return false;
  return typeof step.id === "string" && typeof step.name === "string" && isObject(step.arguments);
}
