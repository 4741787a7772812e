import { expectObject } from "../../mapping/expect.ts";
import { anything, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputFromObject } from "../../mapping/nodes/call-input.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { idOf, messageId, withId } from "./ids.ts";

export function decode(wire: Json, report: Report): CallPart {
  const { values, provenance } = readNode(CALL, expectObject(wire, "a tools/call request", report), report);
  const { id, name, input } = values;
  if (typeof name !== "string") return report.fail("missing-name", "expected a tools/call request with a tool's name");
  const call = {
    type: "call",
    kind: "function",
    id: String(id ?? ""),
    name,
    input: inputFromObject(input ?? {}),
  } as const;
  return withId({ ...call, ...provenance }, id);
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { name, input } = call;
  const own = call.origin?.dialect === "mcp" && input.type === "value";
  const values = { id: idOf(call), name, input: own ? input.value : argumentsAsObject(call, report) };
  return writeNode(CALL, call, { kind: CHANGED, namespace: CHANGED, ...values }, report);
}

/**
 * https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools, or its parameters alone.
 */
const CALL = defineLayout<string>({
  dialect: "mcp",
  constants: { "/jsonrpc": "2.0", "/method": "tools/call" },
  fields: {
    id: messageId("/id"),
    name: text("/params/name", "/name"),
    input: { ...anything("/params/arguments", "/arguments"), absentMeans: {} },
  },
});
