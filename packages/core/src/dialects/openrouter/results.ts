import type { Json, JsonObject } from "../../model/json.ts";
import type { ResultPart } from "../../model/result.ts";
import type { Report } from "../../report.ts";
import { decodeResult, encodeResult } from "../chat/results.ts";
import { facts } from "./facts.ts";

export function decode(wire: Json, report: Report): ResultPart {
  return decodeResult(facts, wire, report);
}

export function encode(result: ResultPart, report: Report): JsonObject {
  return encodeResult(facts, result, report);
}
