import { defaultNode, keyCount } from "../../fast/default-node.ts";
import { plainCall } from "../../fast/plain-parts.ts";
import { isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { anything, filledText, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { decodeSignature, encodeSignature, IGNORED_FIELDS, SIGNATURE } from "./signatures.ts";
import { bothSpellings } from "./spelling.ts";

export function decode(wire: Json, report: Report): CallPart {
  const part = expectObject(wire, "a functionCall part", report);
  const byDefault = defaultNode(FUNCTION_CALL, part, 1, report);
  if (byDefault && isDefaultCall(part)) {
    const { id, name, args } = part.functionCall;
    return createCall(byDefault, { id, name, input: inputFromObject(args) });
  }
  const { values, provenance } = readNode(FUNCTION_CALL, part, report);
  const { id, name, args, signature } = values;
  if (typeof name !== "string")
    return report.fail("missing-name", "expected a functionCall part with the name of its function");
  return createCall(provenance, {
    id: String(id ?? ""),
    name,
    input: inputFromObject(args ?? {}),
    signature: decodeSignature(signature).signature,
  });
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { id, name, input, signature } = call;
  const own = call.origin?.dialect === "gemini" && input.type === "value";
  const args = own ? input.value : argumentsAsObject(call, report);
  if (id !== "" && plainCall(call, "gemini", report)) return { functionCall: { id, name, args } };
  const values = { id: id === "" ? CHANGED : id, name, args, signature: encodeSignature(signature) ?? CHANGED };
  return writeNode(FUNCTION_CALL, call, values, report);
}

/** https://ai.google.dev/api/caching#FunctionCall; the signature is beside the call, not in it. */
const FUNCTION_CALL = defineLayout<string>({
  dialect: "gemini",
  optional: IGNORED_FIELDS,
  fields: {
    id: filledText(...bothSpellings("/functionCall/id")),
    name: text(...bothSpellings("/functionCall/name")),
    args: { ...anything(...bothSpellings("/functionCall/args")), absentMeans: {} },
    signature: SIGNATURE,
  },
  handled: ["kind", "input"],
  derivedFrom: { input: "args" },
});

interface DefaultCall {
  readonly functionCall: { readonly id: string; readonly name: string; readonly args: JsonObject };
}

function isDefaultCall(part: JsonObject): part is JsonObject & DefaultCall {
  const { functionCall: call } = part;
  if (!isObject(call) || keyCount(call) !== 3) return false;
  return typeof call.id === "string" && call.id !== "" && typeof call.name === "string" && isObject(call.args);
}
