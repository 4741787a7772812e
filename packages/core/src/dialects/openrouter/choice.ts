import type { Choice } from "../../model/choice.ts";
import type { Json } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { decodeChoice, encodeChoice } from "../chat/choice.ts";
import { facts } from "./facts.ts";

export function decode(wire: Json, report: Report): Choice {
  return decodeChoice(facts, wire, report);
}

export function encode(choice: Choice, report: Report): Json {
  return encodeChoice(facts, choice, report);
}
