import { defaultNode, keyCount } from "../../fast/default-node.ts";
import { plainCall } from "../../fast/plain-parts.ts";
import { isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { anything, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

export function decode(wire: Json, report: Report): CallPart {
  const block = expectBody(wire, BODY, report);
  const { toolUse } = block;
  const byDefault = isObject(toolUse) && keyCount(toolUse) === 3 ? defaultNode(TOOL_USE, block, 1, report) : undefined;
  if (byDefault && isObject(toolUse) && isDefault(toolUse)) {
    const { toolUseId, name, input } = toolUse;
    return createCall(byDefault, { id: String(toolUseId), name: String(name), input: inputFromObject(input ?? {}) });
  }
  const { values, provenance } = readNode(TOOL_USE, block, report);
  const { id, name, input } = values;
  if (typeof name !== "string")
    return report.fail("missing-name", "expected a toolUse block with the name of its tool");
  return createCall(provenance, { id: String(id ?? ""), name, input: inputFromObject(input ?? {}) });
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { id, name, input } = call;
  const own = call.origin?.dialect === "bedrock" && input.type === "value";
  const args = own ? input.value : argumentsAsObject(call, report);
  if (plainCall(call, "bedrock", report)) return { toolUse: { toolUseId: id, name, input: args } };
  return writeNode(TOOL_USE, call, { id, name, input: args, cacheControl: WRITTEN }, report);
}

const BODY: BodyShape = { expected: "a toolUse block", has: ["toolUse"] };

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html */
const TOOL_USE = defineLayout<string>({
  dialect: "bedrock",
  fields: { id: text("/toolUse/toolUseId"), name: text("/toolUse/name"), input: anything("/toolUse/input") },
  handled: ["kind", "signature"],
});

function isDefault({ toolUseId, name, input }: JsonObject): boolean {
  return typeof toolUseId === "string" && typeof name === "string" && isObject(input);
}
