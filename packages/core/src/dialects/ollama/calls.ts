import { objectInput } from "../../content/input.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { readNode } from "../forms/node.ts";
import { remember, remembered } from "../forms/remember.ts";
import { CALL, writeCall } from "./call.ts";

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
