import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { decodeCall, encodeCall } from "../chat/calls.ts";
import { facts } from "./facts.ts";

export function decode(wire: Json, report: Report): CallPart {
  return decodeCall(facts, wire, report);
}

export function encode(call: CallPart, report: Report): JsonObject {
  return encodeCall(facts, call, report);
}
