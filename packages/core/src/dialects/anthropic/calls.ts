import { defaultNode } from "../../fast/default-node.ts";
import { plainCall } from "../../fast/plain-parts.ts";
import { isObject } from "../../json/value.ts";
import { expectObject, expectType } from "../../mapping/expect.ts";
import { anything, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

export function decode(wire: Json, report: Report): CallPart {
  expectType(wire, "tool_use", report);
  const block = expectObject(wire, "a tool_use block", report);
  const byDefault = defaultNode(TOOL_USE, block, 4, report);
  if (byDefault && typeof block.id === "string" && typeof block.name === "string" && isObject(block.input))
    return createCall(byDefault, { id: block.id, name: block.name, input: inputFromObject(block.input) });
  const { values, provenance } = readNode(TOOL_USE, block, report);
  const { id, name, input, cacheControl } = values;
  if (typeof name !== "string")
    return report.fail("missing-name", "expected a tool_use block with the name of its tool");
  return createCall(provenance, {
    id: String(id ?? ""),
    name,
    input: inputFromObject(input ?? {}),
    cacheControl: isObject(cacheControl) ? cacheControl : undefined,
  });
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { id, name, input, cacheControl } = call;
  const own = call.origin?.dialect === "anthropic" && input.type === "value";
  const args = own ? input.value : argumentsAsObject(call, report);
  if (plainCall(call, "anthropic", report)) return { type: "tool_use", id, name, input: args };
  return writeNode(TOOL_USE, call, { id, name, input: args, cacheControl }, report);
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/how-tool-use-works */
const TOOL_USE = defineLayout<string>({
  dialect: "anthropic",
  constants: { "/type": "tool_use" },
  optional: { "/caller/type": "direct" },
  fields: { id: text("/id"), name: text("/name"), input: anything("/input"), cacheControl: object("/cache_control") },
  handled: ["kind", "signature"],
});
