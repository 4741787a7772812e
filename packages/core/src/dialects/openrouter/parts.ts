import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodePart, encodePart } from "../chat/parts.ts";
import { facts } from "./facts.ts";

export function decode(wire: Json, report: Report): Part {
  return decodePart(facts, wire, report);
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  return encodePart(facts, part, report);
}
